// Shamans: the pawn's way to the Moon, the worlds, the trick on the table, hands, artefacts and roles.

import { html, svg } from "../dom.js";
import { token } from "../seats.js";

const GLYPHS = {
  purple: "M4-9A10 10 0 1 0 4 9A8 8 0 1 1 4-9Z",
  blue: "M-9-3Q-4.5-8 0-3T9-3M-9 4Q-4.5-1 0 4T9 4",
  green: "M-7 8Q-9-6 8-8Q7 9-7 8ZM-7 8L3-3",
  yellow:
    "M0-4A4 4 0 1 1 0 4A4 4 0 1 1 0-4M0-10V-8M0 8V10M-10 0H-8M8 0H10M-7-7L-5.6-5.6M5.6 5.6L7 7M-7 7L-5.6 5.6M5.6-5.6L7-7",
  orange: "M0 9C-8 8-7 0-2-3C-2 0 1 0 1-9C7-4 9 7 0 9Z",
  brown: "M-10 7L-3-6L2 2L5-2L10 7Z",
  red: "M0-9C5-3 7 0 7 3A7 7 0 0 1-7 3C-7 0-5-3 0-9Z",
  illumination: "M0-9L2.5-2.5L9 0L2.5 2.5L0 9L-2.5 2.5L-9 0L-2.5-2.5Z",
  stabilisation: "M0-8V8M-7 2Q-6 8 0 8Q6 8 7 2M-4-4H4",
  permutation: "M-8-3H7L3-7M8 3H-7L-3 7",
  neutralisation: "M0-10V-5M0 10V5M-10 0H-5M10 0H5M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6",
  dagger: "M0-10L3 2H-3ZM-6 2H6M0 2V10",
  portal: "M0-9A6 9 0 1 0 0 9A6 9 0 1 0 0-9M0-4A2.5 4 0 1 0 0 4A2.5 4 0 1 0 0-4",
  shard: "M-2-10L6-2L2 10L-6 3ZM-2-10L0 2L2 10M0 2L6-2",
  mask: "M-9-6Q0-10 9-6Q9 6 0 9Q-9 6-9-6ZM-6-2H-2M2-2H6",
  shaman: "M0-2A5 5 0 1 0 0 8A5 5 0 1 0 0-2M0-4V-11M-4-2L-7-8M4-2L7-8",
  shadow: "M-8 9V0Q-8-10 0-10Q8-10 8 0V9ZM-4 1H-1M1 1H4",
};
// What each number of seats plays with: tricks in a round, cards in a world.
const TRICKS = { 3: 9, 4: 9, 5: 11 };
const VALUES = { 3: 6, 4: 6, 5: 8 };
const STARS = [
  [8, 46],
  [11, 55],
  [17, 12],
  [23, 38],
  [30, 70],
  [36, 18],
  [43, 44],
  [52, 10],
  [58, 30],
  [66, 62],
  [71, 16],
  [78, 78],
  [85, 84],
  [95, 66],
  [97, 12],
  [48, 80],
];

export function draw({ replay, frame, width }) {
  const { view } = frame;
  const wide = width >= 680;
  const sky = wide ? 150 : 118;
  const row = wide ? 34 : 29;
  const left = wide ? Math.round(width * 0.58) : width;
  const worlds = view.worlds.length * row;
  const height = sky + 12 + (wide ? Math.max(worlds, 192) : worlds + 10 + 190);
  const tricks = TRICKS[replay.seats];
  const heading = `Round ${view.round}, trick ${Math.min(view.tricks + 1, tricks)} of ${tricks}`;
  return {
    heading,
    table: svg(
      "svg",
      {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": frame.text[0],
        class: "shamans",
      },
      night(replay, view, width, sky),
      svg(
        "g",
        { transform: `translate(0 ${sky + 12})` },
        view.worlds.map((world, place) => worldRow(replay, view, world, place, left, row)),
      ),
      svg(
        "g",
        { transform: wide ? `translate(${left + 20} ${sky + 12})` : `translate(0 ${sky + 22 + worlds})` },
        middle(view, wide ? width - left - 20 : width),
      ),
    ),
    players: view.players.map((player) => seatOf(frame, player)),
  };
}

function glyph(name, x, y, size, classes = "") {
  return svg("path", {
    d: GLYPHS[name],
    transform: `translate(${x} ${y}) scale(${size / 24})`,
    class: `glyph ${classes}`,
  });
}

// ── the track ───────────────────────────────────────────────────────────────────────────────

/** The night sky with the pawn's way to the Moon. */
function night(replay, view, width, height) {
  const { start_distance: start, room_behind_start: room } = replay.options;
  const furthest = start + room;
  const moon = height * 0.2;
  const place = (distance) => {
    const done = 1 - distance / furthest;
    return [26 + (width - 26 - 20 - moon) * done, height - 24 - (height - 40 - moon) * done ** 1.7];
  };
  const way = Array.from({ length: furthest + 1 }, (_, step) => place(furthest - step));
  const [x, y] = place(view.distance);
  const [startX, startY] = place(start);
  const near = view.distance <= 3 ? "near" : "";
  return svg(
    "svg",
    { class: `night ${near}`, width, height },
    svg("rect", { width, height, rx: 14, class: "sky" }),
    STARS.map(([across, down], star) =>
      svg("circle", {
        cx: (across * width) / 100,
        cy: (down * height) / 100,
        r: star % 3 ? 0.9 : 1.5,
        class: "star",
      }),
    ),
    [1.28, 1.55, 1.9].map((wide) =>
      svg("circle", { cx: way.at(-1)[0], cy: way.at(-1)[1], r: moon * wide, class: "glow" }),
    ),
    svg("circle", { cx: way.at(-1)[0], cy: way.at(-1)[1], r: moon, class: "moon" }),
    [
      [-0.3, -0.2, 0.22],
      [0.35, 0.2, 0.28],
      [-0.15, 0.45, 0.15],
      [0.25, -0.5, 0.12],
    ].map(([dx, dy, r]) =>
      svg("circle", {
        cx: way.at(-1)[0] + dx * moon,
        cy: way.at(-1)[1] + dy * moon,
        r: r * moon,
        class: "crater",
      }),
    ),
    svg("polyline", {
      points: way
        .slice(0, -1)
        .map((point) => point.map((n) => n.toFixed(1)).join(","))
        .join(" "),
      class: "way",
    }),
    way.slice(0, -1).map(([cx, cy], step) =>
      svg("circle", {
        cx,
        cy,
        r: step % 5 ? 3 : 4,
        class: furthest - step < view.distance ? "space ahead" : "space",
      }),
    ),
    svg("circle", { cx: startX, cy: startY, r: 7, class: "start" }),
    svg(
      "g",
      { class: "pawn", "data-key": "pawn", transform: `translate(${x.toFixed(1)} ${(y - 4).toFixed(1)})` },
      svg("path", { d: "M-9 9C-9-2-7-16 0-16S9-2 9 9Q0 13-9 9Z", class: "cloak" }),
      svg("path", { d: "M-4.2-7Q0-11 4.2-7Q3.5-2 0-2Q-3.5-2-4.2-7Z", class: "face" }),
      svg("circle", { cx: -1.8, cy: -6, r: 1 }),
      svg("circle", { cx: 1.8, cy: -6, r: 1 }),
    ),
    svg(
      "text",
      { x: 16, y: 32, class: "to-the-moon" },
      svg("tspan", { class: "distance" }, String(view.distance)),
      ` ${view.distance === 1 ? "step" : "steps"} to the Moon${view.steps_due ? `, ${view.steps_due} due` : ""}`,
    ),
  );
}

// ── the worlds ──────────────────────────────────────────────────────────────────────────────

/** A world with its ritual and the cards laid at it. */
function worldRow(replay, view, world, place, width, height) {
  const wordy = width >= 440;
  const label = wordy ? 206 : 98;
  const values = VALUES[replay.seats];
  const cell = (width - label) / values;
  const aim = view.destination === world.world;
  return svg(
    "g",
    {
      class: `world w-${world.world} ${world.complete ? "complete" : ""} ${aim ? "destination" : ""}`,
      transform: `translate(0 ${place * height})`,
      "data-key": world.world,
    },
    svg(
      "title",
      {},
      `${world.world}, ${world.ritual}${world.complete ? ", complete" : ""}${aim ? ", the Destination" : ""}`,
    ),
    svg("rect", { x: 0.75, y: 1.25, width: width - 1.5, height: height - 4, rx: 8, class: "row" }),
    svg("circle", { cx: 17, cy: height / 2 - 0.75, r: height / 2 - 4.5, class: "orb" }),
    glyph(world.world, 17, height / 2 - 0.75, height / 2 - 1, "on-world"),
    svg(
      "text",
      {
        x: wordy ? 34 : 31,
        y: height / 2 - 0.75,
        dy: "0.35em",
        class: "world-name",
        "font-size": wordy ? 13.5 : 12,
      },
      world.world,
    ),
    glyph(world.ritual, wordy ? 98 : label - 9, height / 2 - 0.75, 14, "ritual"),
    wordy
      ? svg("text", { x: 110, y: height / 2 - 0.75, dy: "0.35em", class: "ritual-name" }, world.ritual)
      : null,
    Array.from({ length: values }, (_, index) => {
      const laid = world.laid.includes(index + 1);
      return svg(
        "g",
        {
          transform: `translate(${label + index * cell} ${height / 2 - 0.75})`,
          class: laid ? "laid" : "open",
          "data-key": index,
        },
        svg("rect", {
          x: 1.5,
          y: -(height - 11) / 2,
          width: cell - 5,
          height: height - 11,
          rx: 5,
          class: "cell",
        }),
        svg("text", { x: cell / 2 - 1, dy: "0.36em", "text-anchor": "middle" }, String(index + 1)),
      );
    }),
  );
}

// ── the middle of the table ─────────────────────────────────────────────────────────────────

/** The trick, the artefacts to be had, and what has left the game. */
function middle(view, width) {
  const seats = view.players.length;
  const step = Math.min(66, width / seats);
  const aim = view.destination ? `The Destination is ${view.destination}` : "The Guide has yet to lead";
  const after = view.guide;
  const order = Array.from({ length: seats }, (_, index) => (after + index) % seats);
  return [
    svg("rect", { width, height: 118, rx: 12, class: "cloth" }),
    svg("text", { x: 12, y: 20, class: "caption" }, aim),
    order.map((seat, place) => trickPlace(view, seat, place * step + step / 2)),
    svg("g", { transform: "translate(0 130)" }, artefacts(view, width)),
  ];
}

function trickPlace(view, seat, x) {
  const played = view.played.find((play) => play.seat === seat);
  const alive = view.players[seat].alive;
  return svg(
    "g",
    { transform: `translate(${x} 0)`, "data-key": `trick ${seat}`, class: alive ? "" : "gone" },
    played
      ? svg(
          "g",
          {
            transform: "translate(-19 30)",
            "data-key": `${played.card.world}${played.card.value}`,
            class: played.follows ? "played" : "played stray",
          },
          cardFace(played.card, 38, 52),
        )
      : svg("rect", { x: -19, y: 30, width: 38, height: 52, rx: 6, class: "slot" }),
    token(seat, 0, 98, 22),
    seat === view.guide
      ? svg(
          "path",
          { d: "M-5 0L5 0L0-6Z", transform: "translate(16 101)", class: "guide" },
          svg("title", {}, "Guide"),
        )
      : null,
  );
}

function artefacts(view, width) {
  const gone = view.discard;
  const step = Math.min(20, (width - 190) / Math.max(1, gone.length));
  return [
    svg("text", { x: 12, y: 10, class: "caption" }, "Artefacts"),
    view.slots.map((tile, slot) =>
      svg(
        "g",
        { transform: `translate(${12 + slot * 44} 18)`, "data-key": `slot ${slot} ${tile}` },
        svg("rect", { width: 38, height: 38, rx: 9, class: tile ? "tile" : "slot" }),
        tile ? [svg("title", {}, tile), glyph(tile, 19, 19, 24, "artefact")] : null,
      ),
    ),
    svg(
      "g",
      { transform: "translate(100 18)", "data-key": "pile" },
      view.pile
        ? [4, 2, 0].map((shift) =>
            svg("rect", { x: shift, y: -shift / 2, width: 36, height: 38, rx: 9, class: "back" }),
          )
        : svg("rect", { width: 36, height: 38, rx: 9, class: "slot" }),
      svg(
        "text",
        { x: 18, y: 19, dy: "0.36em", "text-anchor": "middle", class: view.pile ? "on-back" : "caption" },
        String(view.pile),
      ),
      svg("title", {}, `${view.pile} in the pile`),
    ),
    svg(
      "text",
      { x: 152, y: 32, class: "small" },
      view.eclipse ? `Eclipse: cards went ${view.eclipse}` : "Eclipse yet to come",
    ),
    gone.length
      ? [
          svg("text", { x: 152, y: 50, class: "small" }, "gone"),
          gone.map((tile, place) => glyph(tile, 196 + place * step, 46, 14, "faded")),
        ]
      : null,
  ];
}

/** A world card, drawn from the corner on. */
function cardFace({ world, value }, width, height) {
  return svg(
    "g",
    { class: `card w-${world}` },
    svg("title", {}, `${world} ${value}`),
    svg("rect", { width, height, rx: width / 6.5, class: "face" }),
    glyph(world, width * 0.5, height * 0.75, width * 0.46, "on-world"),
    svg(
      "text",
      {
        x: width / 2,
        y: height * 0.33,
        dy: "0.34em",
        "text-anchor": "middle",
        "font-size": width * 0.56,
        class: "value",
      },
      String(value),
    ),
  );
}

// ── the players ─────────────────────────────────────────────────────────────────────────────

function seatOf(frame, player) {
  const { view } = frame;
  const { seat } = player;
  const own = view.everything?.seats[seat] ?? (view.you?.seat === seat ? view.you : null);
  return {
    seat,
    out: !player.alive,
    active: frame.decision?.seat === seat || frame.events.some((event) => event.seat === seat),
    chips: [
      seat === view.guide ? html("span", { class: "chip" }, "Guide") : null,
      player.alive ? null : html("span", { class: "chip bad" }, "eliminated"),
      html(
        "span",
        { class: "score", title: `${view.points[seat]} points` },
        String(view.points[seat]),
        html("small", {}, " VP"),
      ),
    ],
    body: [
      html(
        "p",
        { class: "facts" },
        role(view, player, own),
        tiles(player, own),
        player.strays ? html("span", { class: "quiet" }, `${player.strays} off suit`) : null,
      ),
      html(
        "div",
        { class: "hand" },
        own
          ? own.hand.map((card) => picture(23, 33, cardFace(card, 23, 33), `${card.world}${card.value}`))
          : backs(player.hand),
      ),
    ],
  };
}

function picture(width, height, drawing, key) {
  return html(
    "span",
    { class: "piece", "data-key": key },
    svg(
      "svg",
      {
        width,
        height,
        viewBox: `-1 -1 ${width + 2} ${height + 2}`,
        role: "img",
        "aria-label": drawing.querySelector("title").textContent,
      },
      drawing,
    ),
  );
}

function icon(name, classes = "") {
  return svg(
    "svg",
    { width: 20, height: 20, viewBox: "-12 -12 24 24", class: classes, role: "img", "aria-label": name },
    svg("title", {}, name),
    glyph(name, 0, 0, 22),
  );
}

/** The role as far as the audience knows it; what only it knows is marked so. */
function role(view, player, own) {
  const known =
    player.role ?? view.everything?.roles[player.seat] ?? own?.role ?? view.you?.roles[player.seat];
  if (!known) return html("span", { class: "role hidden" }, "role hidden");
  return html(
    "span",
    {
      class: `role ${known} ${player.role ? "shown" : "secret"}`,
      title: player.role ? "shown to all" : "not shown to all",
    },
    icon(known),
    known,
  );
}

function tiles(player, own) {
  const hidden = own ? own.face_down : Array(player.face_down).fill(null);
  return html(
    "span",
    { class: "tiles" },
    player.face_up.map((tile) => html("span", { class: "tile-chip", title: tile }, icon(tile))),
    hidden.map((tile) =>
      html(
        "span",
        { class: "tile-chip down", title: tile ? `${tile}, face down` : "an artefact, face down" },
        tile ? icon(tile) : "?",
      ),
    ),
  );
}

function backs(count) {
  return html(
    "span",
    { class: "backs", role: "img", "aria-label": `${count} cards` },
    Array.from({ length: count }, () => html("i")),
    html("b", {}, String(count)),
  );
}
