// A button on everything that is meant to be pasted elsewhere: <pre> blocks and [data-copy] elements.

/** Put the buttons on, now and whenever a live part of the page is new. */
export function startCopying() {
  addButtons(document);
  document.addEventListener("htmx:after:swap", () => addButtons(document));
}

function addButtons(within) {
  for (const source of within.querySelectorAll("pre:not(.no-copy), [data-copy]")) {
    if (source.nextElementSibling?.matches(".copy")) continue;
    source.after(button(source));
  }
}

function button(source) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "copy";
  made.setAttribute("hx-morph-skip", "");
  made.textContent = "Copy";
  made.addEventListener("click", async () => {
    made.textContent = (await copied(source)) ? "Copied" : "Select it by hand";
    setTimeout(() => (made.textContent = "Copy"), 2000);
  });
  return made;
}

/** Whether it could be copied: browsers offer that on safe connections only. */
async function copied(source) {
  try {
    await navigator.clipboard.writeText(source.dataset.copy || source.textContent.trimEnd());
    return true;
  } catch {
    getSelection().selectAllChildren(source);
    return false;
  }
}
