// The switch between light and dark; what the system prefers holds until somebody chooses.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

/** Offer the colours that are not shown now. */
export function startSwitch() {
  const button = document.querySelector("[data-scheme-switch]");
  const name = () => {
    button.textContent = isDark() ? "Light colours" : "Dark colours";
  };
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    localStorage.setItem("scheme", root.dataset.scheme);
    name();
  });
  system.addEventListener("change", name);
  name();
  button.hidden = false;
}

function isDark() {
  return root.dataset.scheme ? root.dataset.scheme === "dark" : system.matches;
}
