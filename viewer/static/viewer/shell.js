// What stays while a replay is gone through: the frame of the page, its buttons and its keys.

import { html, svg } from "./dom.js";
import { nameOf } from "./moment.js";
import { badge } from "./seats.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const KEYS = [
  ["← →", "one moment back or on"],
  ["Shift ← →", "one turn back or on"],
  ["[ ]", "to the big moment before or after"],
  ["Home End", "to the first or the last moment"],
  ["Space", "play, pause"],
  ["− +", "slower, faster"],
  ["A P 0…7", "show everything, what is public, what a seat knew"],
  ["?", "these keys"],
];
const SIGNS = {
  first: "M-6-6V6M6-6L-3 0L6 6Z",
  back: "M4-6L-5 0L4 6Z",
  play: "M-4-7L7 0L-4 7Z",
  pause: "M-6-6H-2V6H-6ZM2-6H6V6H2Z",
  on: "M-4-6L5 0L-4 6Z",
  last: "M6-6V6M-6-6L3 0L-6 6Z",
  ask: "M-4-4Q-4-8 0-8T4-4Q4-1 1 1Q0 1.8 0 3.5M0 7V7.4",
};

/** Build the page around what changes, and give its parts by name. */
export function shell(root, heading) {
  const button = (name, label) =>
    html("button", { type: "button", "data-part": name, "aria-label": label, title: label }, signOf(name));
  root.classList.add("viewer", "waiting");
  root.replaceChildren(
    html(
      "header",
      { class: "top" },
      html(heading, { class: "title" }, html("span", { "data-part": "title" }), " ", html("small", { "data-part": "heading" })),
      html("fieldset", { class: "audience", "data-part": "audience" }),
    ),
    html("p", { class: "sorry", "data-part": "sorry" }, "The match is being replayed…"),
    html(
      "div",
      { class: "stage" },
      html("section", { class: "board", "data-part": "board", "aria-label": "Table" }),
      html("section", { class: "players", "data-part": "players", "aria-label": "Players" }),
      html(
        "aside",
        { class: "side", "aria-label": "What happened" },
        html(
          "div",
          { class: "now", "data-part": "now" },
          html("div", { "data-part": "lines", "aria-live": "polite" }),
          html("div", { "data-part": "decision" }),
        ),
        html(
          "div",
          {
            class: "panel story",
            tabindex: "0",
            role: "group",
            "aria-label": "All events",
            "data-part": "scroller",
          },
          html("ol", { "data-part": "events" }),
        ),
      ),
      html(
        "section",
        { class: "more", "data-part": "more", "aria-label": "What bots said and how long they thought" },
        html("div", { class: "panel", "data-part": "beliefs" }),
        html("div", { class: "panel", "data-part": "clocks" }),
        html(
          "details",
          { class: "panel" },
          html("summary", {}, "The table in words"),
          html("pre", { tabindex: "0", "aria-label": "The table in words", "data-part": "text" }),
        ),
        html(
          "details",
          { class: "panel" },
          html("summary", {}, "The view as data"),
          html("pre", { tabindex: "0", "aria-label": "The view as data", "data-part": "data" }),
        ),
      ),
    ),
    html(
      "section",
      { class: "transport", "aria-label": "Where and how fast" },
      html("div", { class: "strip", "data-part": "strip", "aria-hidden": "true" }),
      html("input", {
        type: "range",
        min: "0",
        value: "0",
        step: "1",
        "aria-label": "Moment",
        "data-part": "scrubber",
      }),
      html(
        "div",
        { class: "buttons" },
        button("first", "First moment"),
        button("back", "One back"),
        button("play", "Play"),
        button("on", "One on"),
        button("last", "Last moment"),
        html(
          "select",
          { "aria-label": "Speed", "data-part": "speed" },
          SPEEDS.map((speed) => html("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
        ),
        html("span", { class: "count", "data-part": "count" }),
        button("ask", "Keys"),
      ),
    ),
    html(
      "dialog",
      { "data-part": "help", "aria-label": "Keys" },
      html("h2", {}, "Keys"),
      html(
        "dl",
        {},
        KEYS.map(([keys, what]) =>
          html(
            "div",
            {},
            html(
              "dt",
              {},
              keys.split(" ").map((key) => html("kbd", {}, key)),
            ),
            html("dd", {}, what),
          ),
        ),
      ),
      html("form", { method: "dialog" }, html("button", {}, "Close")),
    ),
  );
  const parts = {};
  for (const part of root.querySelectorAll("[data-part]")) parts[part.dataset.part] = part;
  return parts;
}

export function audienceChoice(replay, chosen) {
  const choice = (value, label, ...inside) =>
    html(
      "label",
      { title: label, "data-key": value },
      html("input", {
        type: "radio",
        name: "audience",
        value,
        checked: value === chosen,
        "aria-label": label,
      }),
      html("span", {}, inside),
    );
  return [
    html("legend", {}, "Who looks"),
    choice("everything", "Everything", "All"),
    choice("public", "What is public", "Public"),
    replay.bots.map((bot, seat) =>
      choice(String(seat), `What seat ${seat} knew (${nameOf(bot)})`, badge(seat, 24)),
    ),
  ];
}

export function signOf(name) {
  return svg(
    "svg",
    {
      width: 18,
      height: 18,
      viewBox: "-9 -9 18 18",
      "aria-hidden": "true",
      class: name === "ask" ? "outline" : "",
    },
    svg("path", { d: SIGNS[name] }),
  );
}
