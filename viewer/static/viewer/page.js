// The viewer on your own machine: shows the match of this server, and takes a record dropped on the page.

import { mount } from "./player.js";

const MOST_BYTES = 16 * 2 ** 20;
const root = document.getElementById("replay");
const refused = document.getElementById("refused");
const landing = document.getElementById("landing");
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
  refused.textContent = "";
  if (file.size > MOST_BYTES)
    return refuse(`A record may have ${MOST_BYTES / 2 ** 20} MB at most; ${file.name} has more.`);
  const said = await ask("/record", {
    method: "POST",
    body: file,
    headers: { "Content-Type": "application/json" },
  });
  if (said.refused) return refuse(said.refused);
  history.replaceState(null, "", "#");
  return player.reload();
}

function refuse(sentence) {
  refused.textContent = sentence;
}

document.getElementById("file").addEventListener("change", (event) => {
  if (event.target.files.length) open(event.target.files[0]);
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
  if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
});
