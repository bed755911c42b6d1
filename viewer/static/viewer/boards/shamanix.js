// Shamanix: the grid with its towers, shamans and totems, what just moved, and what each totem can do.

import { html, svg } from "../dom.js";
import { badge, token } from "../seats.js";

const POWERS = [null, "one step", "two steps", "walk round a piece", "leap over totems", "slide"];
const MOST_HEIGHT = 590;

export function draw({ replay, frame, width }) {
  const { view } = frame;
  const grid = gridOf(extentOf(replay), width);
  const heading = `Move ${view.ply} of ${view.options.max_plies}`;
  return {
    heading,
    table: svg(
      "svg",
      {
        width,
        height: grid.height,
        viewBox: `0 0 ${width} ${grid.height}`,
        role: "img",
        "aria-label": `${heading}. ${view.players.map((player, seat) => `Seat ${seat}, ${player.side}: shaman at ${player.shaman.join(", ")}, ${player.totems.length} totems`).join("; ")}`,
        class: "shamanix",
      },
      svg(
        "g",
        { transform: `translate(${grid.left} 0)` },
        ground(view, grid),
        traces(frame, grid),
        view.towers.map((at, place) => tower(view, at, place, grid)),
        totems(frame, grid),
        view.players.map((player, seat) => shaman(frame, seat, player, grid)),
      ),
    ),
    players: view.players.map((player, seat) => seatOf(frame, seat, player)),
  };
}

// ── the ground ──────────────────────────────────────────────────────────────────────────────

const extents = new WeakMap();

/** The part of the table this match ever needs: where shamans may step, and wherever a piece stood. */
function extentOf(replay) {
  if (!extents.has(replay)) extents.set(replay, extentMeasured(replay));
  return extents.get(replay);
}

function extentMeasured({ frames }) {
  const { table, towers, options } = frames[0].view;
  const cells = frames.flatMap(({ view }) =>
    view.players.flatMap(({ shaman: at, totems: standing }) => [at, ...standing.map(({ cell }) => cell)]),
  );
  return [table.x, table.y].map(([least, most], axis) => {
    const leashed = towers.flatMap((at) => [at[axis] - options.leash, at[axis] + options.leash]);
    const used = [...leashed, ...cells.map((at) => at[axis])];
    return [Math.max(least, Math.min(...used) - 1), Math.min(most, Math.max(...used) + 1)];
  });
}

/** Where cells lie: `at` gives the middle of one. */
function gridOf([[west, east], [south, north]], width) {
  const [columns, rows] = [east - west + 1, north - south + 1];
  const cell = Math.min(width / columns, MOST_HEIGHT / rows);
  return {
    west,
    east,
    south,
    north,
    cell,
    wide: columns * cell,
    height: rows * cell,
    left: (width - columns * cell) / 2,
    at: ([x, y]) => [(x - west + 0.5) * cell, (north - y + 0.5) * cell],
  };
}

function ground(view, { west, east, south, north, cell, wide, height, at }) {
  const near = ([x, y]) =>
    view.towers.some(([tx, ty]) => Math.max(Math.abs(x - tx), Math.abs(y - ty)) <= view.options.leash);
  const cells = [];
  for (let y = north; y >= south; y -= 1)
    for (let x = west; x <= east; x += 1) if (near([x, y])) cells.push(at([x, y]));
  const lines = [];
  for (let x = 1; x <= east - west; x += 1) lines.push(`M${x * cell} 0V${height}`);
  for (let y = 1; y <= north - south; y += 1) lines.push(`M0 ${y * cell}H${wide}`);
  return [
    svg("rect", { width: wide, height, rx: 10, class: "cloth" }),
    svg(
      "path",
      {
        class: "leash",
        d: cells.map(([x, y]) => `M${x - cell / 2} ${y - cell / 2}h${cell}v${cell}h${-cell}Z`).join(""),
      },
      svg("title", {}, "The leash: where shamans may step"),
    ),
    svg("path", { class: "grid-lines", d: lines.join("") }),
    cell >= 28
      ? [
          Array.from({ length: east - west + 1 }, (_, index) =>
            svg(
              "text",
              { x: (index + 0.5) * cell, y: height - 4, "text-anchor": "middle", class: "coordinate" },
              String(west + index),
            ),
          ),
          Array.from({ length: north - south }, (_, index) =>
            svg(
              "text",
              { x: 4, y: (index + 0.5) * cell, dy: "0.36em", class: "coordinate" },
              String(north - index),
            ),
          ),
        ]
      : null,
  ];
}

/** A tower, with the totems it keeps. */
function tower(view, place, index, { cell, at }) {
  const [x, y] = at(place);
  const keeps = view.players
    .map((player, seat) => ({ player, seat }))
    .filter(({ player }) => player.stored && String(player.far_tower) === String(place));
  return svg(
    "g",
    { class: "tower", transform: `translate(${x} ${y})`, "data-key": `tower ${index}` },
    svg("title", {}, `Tower${keeps.map(({ seat }) => `, keeps the fifth totem of seat ${seat}`).join("")}`),
    svg("path", {
      d: "M-10 10V-10H-6V-6.5H-2V-10H2V-6.5H6V-10H10V10Z",
      transform: `scale(${cell / 22})`,
      class: "stone",
    }),
    svg("path", {
      d: "M-10-2H10M-10 4H10M-3-2V4M4 4V10M-5 4V10",
      transform: `scale(${cell / 22})`,
      class: "joints",
    }),
    keeps.map(({ seat }) => token(seat, 0, cell * 0.08, cell * 0.52, { label: "5" })),
  );
}

// ── the pieces ──────────────────────────────────────────────────────────────────────────────

function power(player, symbol) {
  return player.totems.filter((totem) => totem.symbol === symbol).length;
}

function totems(frame, { cell, at }) {
  const moved = frame.events.find((event) => event.type === "moved");
  const pieces = frame.view.players.flatMap((player, seat) =>
    player.totems.map((totem) => ({ player, seat, ...totem })),
  );
  const keyed = pieces.map((piece) => ({
    ...piece,
    // What has just moved is still the thing that stood where it came from, and so glides here.
    key: `totem ${piece.seat} ${moved && moved.seat === piece.seat && String(moved.to) === String(piece.cell) ? moved.from : piece.cell}`,
  }));
  return keyed
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ player, seat, cell: place, symbol, key }) => {
      const [x, y] = at(place);
      const strength = power(player, symbol);
      return svg(
        "g",
        { class: `mover totem s${seat}`, transform: `translate(${x} ${y})`, "data-key": key },
        svg("title", {}, `Totem of seat ${seat} showing ${symbol}: ${POWERS[strength]}`),
        token(seat, 0, 0, cell * 0.86, { label: String(symbol) }),
        cell >= 26
          ? Array.from({ length: strength }, (_, dot) =>
              svg("circle", {
                cx: (dot - (strength - 1) / 2) * cell * 0.15,
                cy: cell * 0.41,
                r: cell * 0.055,
                class: "power",
              }),
            )
          : null,
      );
    });
}

/** A shaman: the mark of its seat under a headdress. */
function shaman(frame, seat, { shaman: place }, { cell, at }) {
  const [x, y] = at(place);
  const { view } = frame;
  const out = view.out.includes(seat);
  return svg(
    "g",
    {
      class: `mover shaman s${seat} ${out ? "gone" : ""}`,
      transform: `translate(${x} ${y})`,
      "data-key": `shaman ${seat}`,
    },
    svg("title", {}, `Shaman of seat ${seat}${out ? ", blocked" : ""}`),
    view.mover === seat && !out ? svg("circle", { r: cell * 0.62, class: "turn-ring" }) : null,
    svg(
      "g",
      { transform: `scale(${cell / 24})` },
      svg("path", {
        d: "M-7-4Q-11-9-8-12.5Q-5.5-9.5-4.5-6.5M-3-7Q-3-12 0-15Q3-12 3-7M7-4Q11-9 8-12.5Q5.5-9.5 4.5-6.5",
        class: "feathers",
      }),
      svg("circle", { cy: 1.5, r: 9.5, class: "robe" }),
      svg(
        "text",
        { y: 1.5, dy: "0.36em", "text-anchor": "middle", "font-size": 12, class: "seat-digit" },
        String(seat),
      ),
      out ? svg("path", { d: "M-8-8L8 8M8-8L-8 8", class: "cross" }) : null,
    ),
  );
}

/** What this moment changed: the way of what moved, the cell of what was taken or placed. */
function traces(frame, { cell, at }) {
  return frame.events.map((event) => {
    const kind = { moved: "way", stepped: "way", placed: "spot", stolen: "loss" }[event.type];
    if (!kind) return null;
    const [x, y] = at(event.to ?? event.cell);
    const box = (cx, cy, name) =>
      svg("rect", {
        x: cx - cell / 2,
        y: cy - cell / 2,
        width: cell,
        height: cell,
        rx: cell / 6,
        class: name,
      });
    if (kind !== "way")
      return svg(
        "g",
        { class: `trace s${event.seat}` },
        box(x, y, kind),
        kind === "loss"
          ? svg("path", {
              d: `M${x - cell / 3} ${y - cell / 3}l${cell / 1.5} ${cell / 1.5}m0 ${-cell / 1.5}l${-cell / 1.5} ${cell / 1.5}`,
              class: "cross",
            })
          : null,
      );
    const [fromX, fromY] = at(event.from);
    return svg(
      "g",
      { class: `trace s${event.seat}` },
      box(fromX, fromY, "left"),
      box(x, y, "spot"),
      svg("path", { d: `M${fromX} ${fromY}L${x} ${y}`, class: "path" }),
    );
  });
}

// ── the players ─────────────────────────────────────────────────────────────────────────────

function seatOf(frame, seat, player) {
  const { view } = frame;
  const symbols = [...new Set(player.totems.map(({ symbol }) => symbol))].sort();
  const held = player.captives.map((count, owner) => ({ count, owner })).filter(({ count }) => count);
  return {
    seat,
    out: view.out.includes(seat),
    active: view.mover === seat,
    chips: [
      html("span", { class: "chip" }, player.side),
      view.out.includes(seat) ? html("span", { class: "chip bad" }, "blocked") : null,
    ],
    body: [
      html(
        "p",
        { class: "facts" },
        html("span", {}, html("b", {}, String(player.hand)), " in hand"),
        html(
          "span",
          { class: "quiet" },
          player.stored ? `one on the tower (${player.far_tower.join(", ")})` : "tower totem taken",
        ),
        held.map(({ count, owner }) =>
          html(
            "span",
            { class: "captive" },
            "holds ",
            html("b", {}, String(count)),
            " of ",
            badge(owner, 18),
          ),
        ),
      ),
      html(
        "p",
        { class: "facts powers" },
        symbols.length
          ? symbols.map((symbol) =>
              html(
                "span",
                { class: "power-chip", "data-key": symbol },
                html("b", {}, String(symbol)),
                ` × ${power(player, symbol)}: ${POWERS[power(player, symbol)]}`,
              ),
            )
          : html("span", { class: "quiet" }, "no totem on the table"),
      ),
    ],
  };
}
