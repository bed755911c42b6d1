// The viewer on your own machine: shows the match of this server, and takes a record dropped on the page.

import { takeFiles, tooLarge } from "./drop.js";
import { mount } from "./player.js";

const MOST_BYTES = 16 * 2 ** 20;
const root = document.getElementById("replay");
const refused = document.getElementById("refused");
const player = mount(root, load);

/** The replay for an audience. */
async function load(audience) {
  return ask(`/frames/${audience}`);
}

/** What the server says; it ends with the command that started it. */
async function ask(path, request) {
  try {
    const answer = await fetch(path, request);
    return await answer.json();
  } catch {
    return { refused: "The replay has ended where it was started; start it again and reload this page." };
  }
}

async function open(file) {
  refused.textContent = tooLarge(file, MOST_BYTES);
  if (refused.textContent) return undefined;
  const said = await ask("/record", {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/json" },
  });
  refused.textContent = said.refused ?? "";
  if (said.refused) return undefined;
  history.replaceState(null, "", "#");
  return player.reload();
}

takeFiles({
  input: document.getElementById("file"),
  landing: document.getElementById("landing"),
  take: open,
});
