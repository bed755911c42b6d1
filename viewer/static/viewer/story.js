// The list of all events, in sentences, by turn.

import { html } from "./dom.js";
import { marked } from "./seats.js";
import { GLYPHS } from "./strip.js";

/** One item for each turn, with a line for each moment that has something to tell. */
export function events(replay) {
  const turns = [];
  replay.frames.forEach((frame, number) => {
    if (turns.at(-1)?.turn !== frame.turn) turns.push({ turn: frame.turn, lines: [] });
    const marks = [...frame.marks, ...(frame.faults.length ? ["fault"] : [])];
    frame.lines.forEach((line, place) => turns.at(-1).lines.push(item(number, line, place ? [] : marks)));
    if (!frame.lines.length && frame.faults.length)
      turns
        .at(-1)
        .lines.push(item(number, `Seat ${frame.faults[0].seat} fails: ${frame.faults[0].fault}.`, marks));
  });
  return turns
    .filter(({ lines }) => lines.length)
    .map(({ turn, lines }) =>
      html("li", {}, html("span", { class: "turn" }, String(turn)), html("ul", {}, lines)),
    );
}

function item(number, line, marks) {
  const signs = marks.map((mark) =>
    html("span", { class: `sign ${mark}`, title: mark }, GLYPHS[mark] ?? "•"),
  );
  return html(
    "li",
    {},
    html(
      "button",
      { type: "button", tabindex: "-1", "data-frame": number, class: marks.length ? "big" : "" },
      marked(line),
      signs,
    ),
  );
}
