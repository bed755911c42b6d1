// Thinking time: what this answer took, and what all answers of a seat took so far.

import { html, svg } from "./dom.js";
import { badge } from "./seats.js";

const HEIGHT = 34;

/** The time of one answer beside what it may take, or nothing where no clock ran. */
export function bar(replay, decision) {
  if (!decision.time?.[0]) return null;
  const [charged] = decision.time;
  const { answer_seconds: budget } = replay.clock;
  const words = `${seconds(charged)} of ${seconds(budget)} for this answer`;
  return html(
    "p",
    { class: "clock" },
    svg(
      "svg",
      { class: "meter", width: 90, height: 8, role: "img", "aria-label": words },
      svg("rect", { width: 90, height: 8, rx: 4, class: "empty" }),
      svg("rect", {
        width: 90 * Math.min(1, charged / budget),
        height: 8,
        rx: 4,
        class: charged > budget ? "over" : "used",
      }),
    ),
    html("small", {}, words),
  );
}

/** For every seat whose answers are known, a column for each of them and the bank left by now. */
export function draw(replay, number, width) {
  const seats = replay.bots
    .map((_, seat) => answers(replay, seat))
    .map((known, seat) => ({ known, seat }))
    .filter(({ known }) => known.some(({ time }) => time[0] > 0));
  if (!seats.length) return [];
  return [
    html("h3", {}, "Time for each answer"),
    seats.map(({ known, seat }) => row(replay, seat, known, number, width - 34)),
  ];
}

function row(replay, seat, known, number, width) {
  const { answer_seconds: budget } = replay.clock;
  const most = Math.max(budget, ...known.map(({ time }) => time[0]));
  const wide = Math.max(1, Math.min(7, width / known.length - 1));
  const at = (place) => (width * place) / replay.frames.length;
  const left = bankLeft(
    replay,
    known.filter(({ place }) => place <= number),
  );
  const words = `Seat ${seat} has ${seconds(left)} of its bank of ${seconds(replay.clock.bank_seconds)} left`;
  return html(
    "div",
    { class: `clock-row s${seat}`, "data-key": seat },
    badge(seat, 22),
    html(
      "div",
      {},
      svg(
        "svg",
        { width, height: HEIGHT, role: "img", "aria-label": words },
        svg("line", {
          x1: 0,
          x2: width,
          y1: HEIGHT * (1 - budget / most) + 0.5,
          y2: HEIGHT * (1 - budget / most) + 0.5,
          class: "budget",
        }),
        known.map(({ place, time }) =>
          column(at(place), (HEIGHT * time[0]) / most, wide, place <= number, time[0] > budget),
        ),
        svg("line", { x1: at(number), x2: at(number), y1: 0, y2: HEIGHT, class: "cursor" }),
      ),
      html("small", {}, words),
    ),
  );
}

function column(x, height, width, past, over) {
  const tall = Math.max(1, height);
  return svg("rect", {
    x,
    y: HEIGHT - tall,
    width,
    height: tall,
    class: `${past ? "past" : "future"} ${over ? "over" : ""}`,
  });
}

function answers(replay, seat) {
  return replay.frames
    .map(({ decision }, place) => ({ decision, place }))
    .filter(({ decision }) => decision?.seat === seat && decision.time)
    .map(({ decision, place }) => ({ place, time: decision.time }));
}

function bankLeft(replay, known) {
  const { answer_seconds: budget, bank_seconds: bank } = replay.clock;
  return known.reduce((left, { time }) => Math.max(0, left - Math.max(0, time[0] - budget)), bank);
}

function seconds(value) {
  return value >= 0.1 || value === 0
    ? `${Number(value.toFixed(2))} s`
    : `${Number((value * 1000).toPrecision(2))} ms`;
}
