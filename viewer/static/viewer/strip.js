// The strip above the scrubber: where turns begin, where something big happened, where a bot failed.

import { svg } from "./dom.js";

const HEIGHT = 26;
const THUMB = 8;
export const GLYPHS = {
  death: "✝",
  reveal: "◉",
  ritual: "✦",
  eclipse: "◐",
  round: "⚑",
  lead: "▲",
  win: "★",
  theft: "⤷",
  recovery: "+",
  fault: "!",
};

/** The marks over a scrubber of that width; the thumb's middle runs from THUMB to width - THUMB. */
export function strip(replay, number, space) {
  const width = Math.max(2 * THUMB, space);
  const { frames } = replay;
  const at = (place) => THUMB + ((width - 2 * THUMB) * place) / Math.max(1, frames.length - 1);
  const begins = frames
    .map((frame, place) => ({ frame, place }))
    .filter(({ frame, place }) => place && frame.turn !== frames[place - 1].turn);
  const often = (begins.length * 6) / width;
  return svg(
    "svg",
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}` },
    begins
      .filter((_, place) => place % Math.ceil(often || 1) === 0)
      .map(({ frame, place }) =>
        svg("line", {
          x1: at(place),
          x2: at(place),
          y1: HEIGHT - 5,
          y2: HEIGHT,
          class: "tick",
          "data-key": `t${frame.turn}`,
        }),
      ),
    frames.map((frame, place) =>
      marksOf(frame).map((mark, layer) => sign(mark, at(place), layer, frame, place)),
    ),
    svg("line", { x1: at(number), x2: at(number), y1: 0, y2: HEIGHT, class: "cursor", "data-key": "cursor" }),
  );
}

function sign(mark, x, layer, frame, place) {
  const y = mark === "fault" ? 7 : 15;
  return svg(
    "g",
    {
      class: `mark ${mark}`,
      "data-key": `${place} ${mark} ${layer}`,
      transform: `translate(${x - (mark === "fault" ? 0 : 11 * layer)} ${y})`,
    },
    svg("title", {}, `${mark}: ${frame.lines[0] ?? frame.faults[0]?.fault ?? ""}`),
    svg("text", { "text-anchor": "middle", dy: "0.35em" }, GLYPHS[mark] ?? "•"),
  );
}

function marksOf(frame) {
  return [...new Set([...frame.marks, ...(frame.faults.length ? ["fault"] : [])])];
}

/** The number of the nearest frame with a mark before or after; this one when there is none. */
export function nearestMark(replay, number, way) {
  for (let place = number + way; place >= 0 && place < replay.frames.length; place += way) {
    if (marksOf(replay.frames[place]).length) return place;
  }
  return number;
}
