// Files let go over a page or chosen by hand.

/** Hand on each file; `landing` shows while one is held over the page. Folders, and several at once, go to `takeAll`. */
export function takeFiles({ input, landing, take, takeAll }) {
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
    const { files, items } = event.dataTransfer;
    const entries = takeAll ? [...items].map((item) => item.webkitGetAsEntry()).filter(Boolean) : [];
    if (entries.length > 1 || entries[0]?.isDirectory) takeAll(entries);
    else if (files.length) take(files[0]);
  });
}

/** Why a file is too large, or nothing. */
export function tooLarge(file, mostBytes, what = "A record") {
  if (file.size <= mostBytes) return "";
  return `${what} may have ${mostBytes / 2 ** 20} MB at most; ${file.name} has more.`;
}
