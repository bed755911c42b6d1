// How a seat is told apart: by its colour, its shape and its number.

import { html, svg } from "./dom.js";

// Shapes about the middle of a square of 24 units.
const SHAPES = [
  "M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11Z",
  "M-7-10H7A3 3 0 0 1 10-7V7A3 3 0 0 1 7 10H-7A3 3 0 0 1-10 7V-7A3 3 0 0 1-7-10Z",
  "M0-13.5Q1.3-13.5 2-12L13.2 8Q14 10.5 11.5 10.5H-11.5Q-14 10.5-13.2 8L-2-12Q-1.3-13.5 0-13.5Z",
  "M0-13L13 0L0 13L-13 0Z",
  "M0-12.5L12-3.7L7.4 10.5H-7.4L-12-3.7Z",
  "M-6.2-11H6.2L12.4 0L6.2 11H-6.2L-12.4 0Z",
  "M-7-12H7V-7H12V7H7V12H-7V7H-12V-7H-7Z",
  "M0-12.5L10.5-8V1Q10.5 9 0 13Q-10.5 9-10.5 1V-8Z",
];

/** The mark of a seat as a part of a picture, about (x, y). */
export function token(seat, x, y, size, { key, classes = "", label = String(seat) } = {}) {
  return svg(
    "g",
    { class: `token s${seat} ${classes}`, transform: `translate(${x} ${y})`, "data-key": key },
    svg("path", { d: SHAPES[seat], transform: `scale(${size / 26})`, class: "seat-shape" }),
    svg(
      "text",
      {
        y: (seat === 2 ? 0.09 : 0) * size,
        dy: "0.36em",
        "font-size": size * (seat === 2 ? 0.47 : 0.52),
        "text-anchor": "middle",
        class: "seat-digit",
      },
      label,
    ),
  );
}

/** The mark of a seat among words. */
export function badge(seat, size = 22) {
  return svg(
    "svg",
    { class: "seat-badge", width: size, height: size, viewBox: "-14 -14 28 28", "aria-hidden": "true" },
    token(seat, 0, 0, 26),
  );
}

/** A sentence with the seats in it marked. */
export function marked(sentence) {
  return sentence.split(/\b([Ss]eats? \d\b)/).map((part, place) => {
    if (place % 2 === 0) return part;
    return html("span", { class: "who" }, badge(Number(part.at(-1)), 18), part);
  });
}
