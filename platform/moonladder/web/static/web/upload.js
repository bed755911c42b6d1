// The upload form: files dropped on the page, folders packed here, and how far the sending has come.
// Without scripts it is a plain form; what the site answers is the same.

import { takeFiles, tooLarge } from "../viewer/drop.js";
import { pickFolder, pack, walk } from "./folder.js";

const form = document.getElementById("upload");
const input = form.elements.file;
const chosen = document.getElementById("chosen");
const sending = document.getElementById("sending");
const bar = sending.querySelector("progress");
const MIB = 2 ** 20;
let isSending = false;

function take(file) {
  const why = tooLarge(file, form.dataset.mostMib * MIB, "An upload");
  tellErrors(why);
  if (why) return;
  const held = new DataTransfer();
  held.items.add(file);
  input.files = held.files;
  chosen.textContent = `${file.name}, ${size(file.size)}`;
}

/** Take files and folders that lie beside each other, as one file. */
async function takeAll(name, files) {
  chosen.textContent = "Packing the folder.";
  try {
    const { mostFiles, mostUnpackedMib } = form.dataset;
    take(await pack(name, files, { files: Number(mostFiles), mib: Number(mostUnpackedMib) }));
  } catch (error) {
    chosen.textContent = "";
    tellErrors(`${error.message} Pack it yourself, without what the bot does not need.`);
  }
}

function send() {
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    bar.max = total;
    bar.value = loaded;
    tell(loaded < total ? `${size(loaded)} of ${size(total)}` : "All is sent; the site takes it in.");
  });
  request.addEventListener("load", () => answered(request));
  request.addEventListener("error", () => failed("The connection was cut, or the site does not answer."));
  request.open("POST", form.action);
  request.send(new FormData(form));
  busy(true);
}

/** Go to the version; or stay, with what was typed, and say what was wrong. */
function answered(request) {
  if (new URL(request.responseURL).pathname !== location.pathname) {
    location.assign(request.responseURL);
    return;
  }
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  const told = page.getElementById("upload");
  if (!told) {
    failed(page.querySelector("h1")?.textContent ?? "The site could not answer.");
    return;
  }
  busy(false);
  document.getElementById("refused").replaceChildren(...told.querySelector("#refused").childNodes);
  for (const field of form.querySelectorAll(".field")) {
    tellField(field, told.querySelector(`#${field.id} .errorlist`));
  }
  form.querySelector(".errorlist, .notice.error")?.scrollIntoView({ block: "center" });
}

function failed(sentence) {
  busy(false);
  const said = document.createElement("p");
  said.className = "notice error";
  said.textContent = `${sentence} Look among your bots whether the upload came in, then try again.`;
  document.getElementById("refused").replaceChildren(said);
}

/** What is wrong with the file, or nothing. */
function tellErrors(sentence) {
  let list = null;
  if (sentence) {
    list = document.createElement("ul");
    list.className = "errorlist";
    list.append(document.createElement("li"));
    list.firstChild.textContent = sentence;
    input.value = "";
    chosen.textContent = "";
  }
  tellField(document.getElementById("field_file"), list);
}

function tellField(field, errors) {
  field.querySelector(".errorlist")?.remove();
  if (errors) field.querySelector("label, legend").after(errors);
  for (const each of field.querySelectorAll("input")) each.ariaInvalid = errors ? "true" : null;
}

function busy(isBusy) {
  isSending = isBusy;
  sending.hidden = !isBusy;
  for (const button of form.querySelectorAll("[type=submit]")) button.disabled = isBusy || !("maySend" in button.dataset);
}

function tell(words) {
  sending.querySelector("p").textContent = words;
}

function size(bytes) {
  return bytes < MIB / 10 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
}

takeFiles({
  input,
  landing: document.getElementById("landing"),
  take,
  takeAll: (entries) => takeAll(entries.length > 1 ? "bot" : entries[0].name, walk(entries)),
});
document.getElementById("choose-folder").addEventListener("click", () => pickFolder(takeAll));
for (const part of form.querySelectorAll("[data-scripted]")) part.hidden = false;
document.addEventListener("htmx:before:request", (event) => {
  if (isSending) event.preventDefault(); // the page is about to be left
});
addEventListener("pageshow", () => busy(false)); // whoever comes back may send again
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!isSending) send();
});
