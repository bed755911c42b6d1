// The replay of a record from this machine: sent along with every question, kept nowhere.

import { takeFiles, tooLarge } from "../viewer/drop.js";
import { mount } from "../viewer/player.js";
import { ask } from "./frames.js";

const root = document.getElementById("replay");
const form = document.getElementById("drop");
const refused = document.getElementById("refused");
let record;
let player;

/** The frames of a file; a field of the form says that it is this page that asks. */
function framesOf(file, audience) {
  const token = form.elements.csrfmiddlewaretoken.value;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  return ask(form.dataset.frames, audience, { method: "POST", body: file, headers });
}

async function take(file) {
  const why = tooLarge(file, form.dataset.mostMib * 2 ** 20) || (await framesOf(file, "public")).refused;
  refused.textContent = why ?? "";
  refused.hidden = !why;
  if (why) return;
  record = file;
  root.hidden = false;
  if (player) {
    history.replaceState(null, "", "#");
    player.reload();
  } else {
    player = mount(root, (audience) => framesOf(record, audience), { heading: "h2" });
  }
  root.scrollIntoView();
}

takeFiles({
  input: document.getElementById("file"),
  landing: document.getElementById("landing"),
  take,
});
