// Files let go over a page or chosen by hand.

/** Hand on each file; `landing` shows while one is held over the page. */
export function takeFiles({ input, landing, take }) {
  input.addEventListener("change", () => {
    if (input.files.length) take(input.files[0]);
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    landing.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) landing.hidden = true;
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    landing.hidden = true;
    if (event.dataTransfer.files.length) take(event.dataTransfer.files[0]);
  });
}

/** Why a file is too large, or nothing. */
export function tooLarge(file, mostBytes) {
  if (file.size <= mostBytes) return "";
  return `A record may have ${mostBytes / 2 ** 20} MB at most; ${file.name} has more.`;
}
