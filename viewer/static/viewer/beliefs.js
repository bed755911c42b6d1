// What a bot believed of the others, over time: a stacked chart for each seat.

import { html, svg } from "./dom.js";
import { badge } from "./seats.js";

const HEIGHT = 44;
const BANDS = { shadows: 1, shadow: 1, shamans: 3, shaman: 3, hunter: 0, neutral: 2 };

/** The beliefs of one bot up to the end, with the present moment marked; nothing if none has any. */
export function draw(replay, number, chosen, width) {
  const believers = [
    ...new Set(
      replay.frames.filter(({ decision }) => decision?.beliefs).map(({ decision }) => decision.seat),
    ),
  ].sort();
  if (!believers.length) return [];
  const believer = believers.includes(chosen) ? chosen : believers[0];
  const said = replay.frames
    .map(({ decision }, place) => ({ place, decision }))
    .filter(({ decision }) => decision?.seat === believer && decision.beliefs)
    .map(({ place, decision }) => ({ place, beliefs: decision.beliefs }));
  const names = [
    ...new Set(said.flatMap(({ beliefs }) => beliefs.flatMap((belief) => Object.keys(belief ?? {})))),
  ].sort();
  const about = replay.bots
    .map((_, seat) => seat)
    .filter((seat) => said.some(({ beliefs }) => beliefs[seat]));
  return [
    html(
      "h3",
      {},
      "What ",
      believers.length > 1
        ? choice(believers, believer)
        : html("span", { class: "who" }, badge(believer, 20), `seat ${believer}`),
      " believes",
    ),
    html(
      "p",
      { class: "legend" },
      names.map((name, place) => html("span", { class: `band-name ${bandOf(name, place)}` }, name)),
    ),
    about.map((seat) => chart(replay, seat, said, names, number, width - 34)),
  ];
}

/** The colour of a role or faction: its own on the board where it has one. */
function bandOf(name, place) {
  return `b${BANDS[name] ?? place % 8}`;
}

function choice(believers, believer) {
  return html(
    "select",
    { "aria-label": "Whose beliefs" },
    believers.map((seat) => html("option", { value: seat, selected: seat === believer }, `seat ${seat}`)),
  );
}

function chart(replay, seat, said, names, number, width) {
  const held = said.filter(({ beliefs }) => beliefs[seat]);
  const at = (place) => (width * place) / Math.max(1, replay.frames.length - 1);
  const present = held.findLast(({ place }) => place <= number)?.beliefs[seat];
  const likeliest = present && Object.entries(present).sort((a, b) => b[1] - a[1])[0];
  const words = likeliest
    ? `Seat ${seat}: ${likeliest[0]} ${Math.round(100 * likeliest[1])} %`
    : `Seat ${seat}: nothing yet`;
  return html(
    "div",
    { class: "belief", "data-key": seat },
    badge(seat, 22),
    html(
      "div",
      {},
      svg(
        "svg",
        { width, height: HEIGHT, role: "img", "aria-label": words },
        names.map((name, place) =>
          svg("path", { class: `band ${bandOf(name, place)}`, d: band(held, seat, names, place, at, width) }),
        ),
        svg("line", { x1: at(number), x2: at(number), y1: 0, y2: HEIGHT, class: "cursor" }),
      ),
      html("small", {}, words),
    ),
  );
}

/** The area between the sums of the probabilities before and up to a name; beliefs hold until the next. */
function band(held, seat, names, place, at, width) {
  const sum = (belief, count) =>
    HEIGHT * (1 - names.slice(0, count).reduce((total, name) => total + (belief[name] ?? 0), 0));
  const spans = held.map(({ place: from, beliefs }, index) => ({
    from: at(from),
    to: held[index + 1] ? at(held[index + 1].place) : width,
    belief: beliefs[seat],
  }));
  const top = spans.map(
    ({ from, to, belief }) => `L${from} ${sum(belief, place + 1)}L${to} ${sum(belief, place + 1)}`,
  );
  const bottom = spans
    .toReversed()
    .map(({ from, to, belief }) => `L${to} ${sum(belief, place)}L${from} ${sum(belief, place)}`);
  return `M${[...top, ...bottom].join("").slice(1)}Z`;
}
