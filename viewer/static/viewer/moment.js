// One moment in words: what happened, who chose what and why, how it all came out.

import * as clocks from "./clocks.js";
import { html } from "./dom.js";
import { badge, marked } from "./seats.js";

/** What people call a bot: its signature without the digest. */
export function nameOf(bot) {
  return bot.split("@")[0];
}

export function card(replay, player) {
  const { seat } = player;
  return html(
    "section",
    {
      class: `player s${seat} ${player.out ? "out" : ""} ${player.active ? "active" : ""}`,
      "data-key": seat,
      "aria-label": `Seat ${seat}`,
    },
    html(
      "h2",
      {},
      badge(seat, 26),
      html("span", { class: "name", title: replay.bots[seat] }, nameOf(replay.bots[seat])),
      html("span", { class: "chips" }, player.chips),
    ),
    player.body,
  );
}

/** What happened in this moment; at the end, how it all came out. */
export function now(replay, frame, number) {
  const lines = frame.lines.map((line, place) =>
    html("p", { class: frame.marks.length && !place ? "big" : "" }, marked(line)),
  );
  if (number === replay.frames.length - 1) return [...lines, outcome(replay)];
  return lines.length || frame.decision ? lines : html("p", {}, "The table before anything has happened.");
}

function outcome(replay) {
  const { placements, points, roles, reason } = replay.outcome;
  const order = placements.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
  return html(
    "div",
    { class: "outcome" },
    html("p", { class: "big" }, `The game is over: ${reason.replaceAll("_", " ").replaceAll("+", " and ")}.`),
    html(
      "table",
      {},
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ["Place", "Seat", "Points", "Role"].map((name) => html("th", { scope: "col" }, name)),
        ),
      ),
      html(
        "tbody",
        {},
        order.map(({ place, seat }) =>
          html(
            "tr",
            {},
            html("td", {}, String(place)),
            html("td", {}, html("span", { class: "who" }, badge(seat, 20), nameOf(replay.bots[seat]))),
            html("td", {}, String(points[seat])),
            html(
              "td",
              {},
              roles[seat].start === roles[seat].end
                ? roles[seat].end
                : `${roles[seat].start}, then ${roles[seat].end}`,
            ),
          ),
        ),
      ),
    ),
  );
}

/** Who is asked what in this moment and what comes of it: the choice, the time, the note, the fault. */
export function decision(replay, frame) {
  const { decision: made, faults } = frame;
  const blame = faults.map((fault) =>
    html(
      "p",
      { class: "fault" },
      "⚠ ",
      marked(`Seat ${fault.seat}`),
      `: ${fault.meaning ?? fault.fault}`,
      html("code", {}, fault.fault),
      html("small", {}, fault.detail),
    ),
  );
  if (!made) return blame;
  return [
    html(
      "p",
      { class: "asked" },
      marked(`Seat ${made.seat}`),
      ` ${faults.length ? "does not choose, so the default is played" : "chooses"} (${made.kind.replaceAll("_", " ")}):`,
    ),
    html("p", { class: "choice" }, made.label, html("small", {}, ` one of ${made.options}`)),
    blame,
    made.note && html("blockquote", { class: "note" }, made.note),
    clocks.bar(replay, made),
    made.labels &&
      html(
        "details",
        { "data-key": "options" },
        html("summary", {}, `All ${made.options} options`),
        html(
          "ol",
          { start: "0", class: "options" },
          made.labels.map((label, index) =>
            html(
              "li",
              { class: index === made.choice ? "chosen" : "" },
              label,
              index === made.default ? html("small", {}, " default") : null,
            ),
          ),
        ),
      ),
  ];
}

/** A game without a board of its own is shown in words. */
export function plain(replay, frame) {
  const players = replay.bots.map((bot, seat) => ({ seat, chips: [], body: [] }));
  return {
    heading: `Turn ${frame.turn}`,
    table: html("pre", { class: "plain" }, frame.text.join("\n")),
    players,
  };
}
