// Shadow Hunters: the ring of locations with everybody on it, dice and attacks, the damage track, equipment.

import { html, svg } from "../dom.js";
import { token } from "../seats.js";

const PLACES = {
  hermit: { name: "Hermit's Cabin", totals: "2 · 3", glyph: "M-9 9V-1L0-9L9-1V9ZM-2.5 9V3H2.5V9" },
  gate: {
    name: "Underworld Gate",
    totals: "4 · 5",
    glyph: "M-9 9V-2A9 8 0 0 1 9-2V9M-3.5 9V0A3.5 4 0 0 1 3.5 0V9M-11 9H11",
  },
  church: { name: "Church", totals: "6", glyph: "M-8 9V1L0-4L8 1V9ZM0-4V-11M-3-8.5H3M-2 9V5H2V9" },
  cemetery: { name: "Cemetery", totals: "8", glyph: "M-7 9V-3A7 7 0 0 1 7-3V9ZM0-5V4M-3.5-2H3.5M-10 9H10" },
  woods: { name: "Weird Woods", totals: "9", glyph: "M-4-10L-10 5H2ZM-4 5V10M5-5L0 6H10ZM5 6V10" },
  altar: {
    name: "Erstwhile Altar",
    totals: "10",
    glyph: "M-9-3H9L6 1H-6ZM-5 1V7M5 1V7M-9 9H9M0-5Q-3-8 0-11Q3-8 0-5",
  },
};
const CHARACTERS = {
  allie: ["neutral", 8],
  bob: ["neutral", 10],
  charles: ["neutral", 11],
  daniel: ["neutral", 13],
  emi: ["hunter", 10],
  franklin: ["hunter", 12],
  george: ["hunter", 14],
  unknown: ["shadow", 11],
  vampire: ["shadow", 13],
  werewolf: ["shadow", 14],
};
const FACTIONS = {
  hunter: "M-8 8L6-6M6-6H0M6-6V0M-8-6Q2-8 8 4",
  shadow: "M-8 9V0Q-8-10 0-10Q8-10 8 0V9ZM-4 1H-1M1 1H4",
  neutral: "M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8M-8 0H8",
};
const MOST_DAMAGE = 14;

export function draw({ frame, width }) {
  const { view } = frame;
  const wide = width >= 760;
  const ring = wide ? Math.round(width * 0.56) : width;
  const board = ringOf(view, ring, wide);
  const beside = wide ? width - ring - 20 : width;
  const height = wide ? board.height : board.height + 14 + 222;
  const heading = view.quick_start ? "Quick start" : `Turn ${view.turn}`;
  return {
    heading,
    table: svg(
      "svg",
      {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": `${heading}, seat ${view.active} to play. ${frame.text.slice(2, 5).join("; ").replaceAll("|", ",")}`,
        class: "hunters",
      },
      svg("g", {}, locations(view, board), centre(frame, board), arrows(view, board), tokens(view, board)),
      svg(
        "g",
        { transform: wide ? `translate(${ring + 20} 0)` : `translate(0 ${board.height + 14})` },
        damageTrack(view, beside, wide ? height - 62 : 160),
        decks(view, beside, wide ? height - 48 : 174),
      ),
    ),
    players: view.players.map((player) => seatOf(frame, player)),
  };
}

const titled = (slug) => slug[0].toUpperCase() + slug.slice(1);
const worded = (slug) => slug.replaceAll("_", " ");

// ── the ring ────────────────────────────────────────────────────────────────────────────────

/** Where the six slots lie, in pairs: two above, two on the right, two on the left. */
function ringOf(view, width, wide) {
  const card = { width: Math.min(168, Math.max(113, (width - 24) / 3.1)), height: wide ? 112 : 98 };
  const middle = width / 2;
  const gap = 5;
  const columns = [
    middle - card.width - gap,
    middle + gap,
    width - card.width - 2,
    middle + gap,
    middle - card.width - gap,
    2,
  ];
  const pitch = card.height + (wide ? 22 : 14);
  const rows = [0, 0, 1, 2, 2, 1];
  const slots = columns.map((x, slot) => ({ x, y: 2 + rows[slot] * pitch }));
  const at = new Map(view.board.map((location, slot) => [location, slots[slot]]));
  const height = 2 * pitch + card.height + 4;
  return { width, height, card, slots, at, middle: { x: middle, y: height / 2 }, size: wide ? 27 : 23 };
}

function locations(view, { card, slots }) {
  const { width, height } = card;
  const corner = ({ x, y }) => [x + width / 2, y + height / 2];
  const territories = [0, 2, 4].map((slot) => {
    const [[x1, y1], [x2, y2]] = [corner(slots[slot]), corner(slots[slot + 1])];
    return svg("line", { x1, y1, x2, y2, class: "territory" });
  });
  return [
    territories,
    view.board.map((location, slot) => {
      const { name, totals, glyph } = PLACES[location];
      return svg(
        "g",
        {
          class: `location ${location}`,
          transform: `translate(${slots[slot].x} ${slots[slot].y})`,
          "data-key": location,
        },
        svg("rect", { width, height, rx: 12, class: "ground" }),
        svg("path", {
          d: glyph,
          transform: `translate(${width / 2} ${height / 2 + 12}) scale(${height / 42})`,
          class: "glyph scenery",
        }),
        svg("text", { x: 8, y: 18, class: "place-name", "font-size": Math.min(13.5, Math.max(10.8, width / 10.8)) }, name),
        svg("text", { x: width - 8, y: height - 8, "text-anchor": "end", class: "totals" }, totals),
      );
    }),
  ];
}

/** Where the marks of the seats stand: those on a location in rows, those off the board in the middle. */
function spots(view, board) {
  const { card, size } = board;
  const pitch = size + (card.width > 140 ? 8 : 2);
  const across = Math.max(3, Math.floor((card.width - 8) / pitch));
  return new Map(
    view.players
      .filter(({ alive }) => alive)
      .map(({ seat, location }) => {
        const company = view.players
          .filter((other) => other.alive && other.location === location)
          .map((other) => other.seat);
        const place = company.indexOf(seat);
        const { x, y } = board.at.get(location) ?? {
          x: board.middle.x - card.width / 2,
          y: board.middle.y - 22,
        };
        const [column, line] = [place % across, Math.floor(place / across)];
        return [seat, [x + 8 + size / 2 + column * pitch, y + 28 + size / 2 + line * (size + 2)]];
      }),
  );
}

function tokens(view, board) {
  return [...spots(view, board)].map(([seat, [x, y]]) =>
    svg(
      "g",
      { class: "mover", transform: `translate(${x} ${y})`, "data-key": `seat ${seat}` },
      seat === view.active ? svg("circle", { r: board.size * 0.68, class: "turn-ring" }) : null,
      token(seat, 0, 0, board.size),
    ),
  );
}

/** Who attacks whom, and who gives whom a Vision. */
function arrows(view, board) {
  const where = spots(view, board);
  const line = (from, to, kind) => {
    if (!where.has(from) || !where.has(to) || from === to) return null;
    const [[x1, y1], [x2, y2]] = [where.get(from), where.get(to)];
    const long = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
    const [tipX, tipY] = [x2 - dx * board.size * 0.62, y2 - dy * board.size * 0.62];
    return svg(
      "g",
      { class: `arrow ${kind}`, "data-key": `${kind} ${from} ${to}` },
      svg("path", { d: `M${x1} ${y1}L${tipX} ${tipY}`, class: "shaft" }),
      svg("path", {
        d: `M${tipX} ${tipY}l${-9 * dx - 5 * dy} ${-9 * dy + 5 * dx}l${10 * dy} ${-10 * dx}Z`,
        class: "tip",
      }),
    );
  };
  return [
    view.attack?.targets.map((target) => line(view.attack.attacker, target, "attack")) ?? [],
    view.vision && view.vision.receiver !== null
      ? line(view.vision.giver, view.vision.receiver, "gift")
      : null,
  ];
}

/** The dice of this moment, and the card on the table. */
function centre(frame, board) {
  const roll = frame.events.findLast((event) => event.type === "roll");
  const { card } = frame.view;
  const off = frame.view.players.some(({ alive, location }) => alive && !location);
  const { x, y } = board.middle;
  return svg(
    "g",
    { transform: `translate(${x} ${off ? y - 24 : y})`, class: "centre" },
    roll?.d6
      ? svg(
          "g",
          { transform: `translate(${roll.d4 ? -19 : 0} -12)`, "data-key": "d6" },
          svg("rect", { x: -15, y: -15, width: 30, height: 30, rx: 7, class: "die six" }),
          svg("text", { "text-anchor": "middle", dy: "0.36em" }, String(roll.d6)),
        )
      : null,
    roll?.d4
      ? svg(
          "g",
          { transform: `translate(${roll.d6 ? 19 : 0} -12)`, "data-key": "d4" },
          svg("path", { d: "M0-18L18 14H-18Z", class: "die four" }),
          svg("text", { "text-anchor": "middle", y: 3, dy: "0.36em" }, String(roll.d4)),
        )
      : null,
    roll || card || off
      ? null
      : svg(
          "text",
          { "text-anchor": "middle", dy: "0.36em", class: "caption quiet" },
          frame.view.quick_start ? "Quick start" : `Turn ${frame.view.turn}`,
        ),
    card
      ? svg("text", { "text-anchor": "middle", y: roll ? 22 : 4, class: "open-card" }, worded(card))
      : null,
  );
}

// ── the damage track ────────────────────────────────────────────────────────────────────────

function damageTrack(view, width, height) {
  const step = width / (MOST_DAMAGE + 1);
  const size = Math.min(26, step - 1);
  const dying = (damage) => Object.entries(CHARACTERS).filter(([, [, limit]]) => limit === damage);
  const top = 40;
  const columns = Array.from({ length: MOST_DAMAGE + 1 }, (_, damage) =>
    svg(
      "g",
      { transform: `translate(${damage * step} 0)`, class: dying(damage).length ? "deadly" : "" },
      svg("rect", { x: 1, y: 0, width: step - 2, height, rx: 6, class: "damage-column" }),
      svg("text", { x: step / 2, y: 16, "text-anchor": "middle", class: "damage-number" }, String(damage)),
      dying(damage).map(([name, [faction]], place, all) =>
        svg(
          "text",
          {
            x: step / 2 + (place - (all.length - 1) / 2) * 9,
            y: 31,
            "text-anchor": "middle",
            class: `initial ${faction}`,
          },
          name[0].toUpperCase(),
        ),
      ),
    ),
  );
  const markers = view.players.map(({ seat, damage, alive }) => {
    const company = view.players.filter((other) => other.damage === damage).map((other) => other.seat);
    const pitch = Math.min(size + 2, (height - top - size) / Math.max(1, company.length - 1));
    const [x, y] = [damage * step + step / 2, height - size / 2 - 4 - company.indexOf(seat) * pitch];
    return svg(
      "g",
      {
        class: `mover ${alive ? "" : "gone"}`,
        transform: `translate(${x} ${y})`,
        "data-key": `damage ${seat}`,
      },
      token(seat, 0, 0, size),
      alive ? null : svg("path", { d: "M-8-8L8 8M8-8L-8 8", class: "cross" }),
    );
  });
  return svg(
    "g",
    { class: "damage" },
    svg("title", {}, "Damage of every seat; letters are the characters who die there"),
    columns,
    markers,
  );
}

function decks(view, width, y) {
  return svg(
    "g",
    { transform: `translate(0 ${y})` },
    Object.entries(view.decks).map(([name, { pile, discards }], place) => {
      const used = typeof discards === "number" ? discards : discards.length;
      return svg(
        "g",
        { transform: `translate(${(place * width) / 3} 0)`, class: `deck ${name}` },
        svg("rect", { x: 3, y: 3, width: 30, height: 42, rx: 5, class: "deck-back under" }),
        svg("rect", { width: 30, height: 42, rx: 5, class: "deck-back" }),
        svg(
          "text",
          { x: 15, y: 21, dy: "0.36em", "text-anchor": "middle", class: "deck-count" },
          String(pile),
        ),
        svg("text", { x: 38, y: 18, class: "caption" }, titled(name)),
        svg("text", { x: 38, y: 35, class: "small" }, `${used} used`),
      );
    }),
  );
}

// ── the players ─────────────────────────────────────────────────────────────────────────────

function seatOf(frame, player) {
  const { view } = frame;
  const { seat } = player;
  const known = player.character ?? view.characters?.[seat] ?? null;
  return {
    seat,
    out: !player.alive,
    active: frame.decision?.seat === seat || view.active === seat,
    chips: [
      player.alive
        ? html(
            "span",
            { class: "score", title: `${player.damage} damage` },
            String(player.damage),
            html("small", {}, known ? ` / ${CHARACTERS[known][1]}` : " damage"),
          )
        : html("span", { class: "chip bad" }, "dead"),
    ],
    body: [
      html(
        "p",
        { class: "facts" },
        character(player, known),
        player.power_used ? html("span", { class: "quiet" }, "power used") : null,
      ),
      player.alive ? wounds(player, known) : null,
      html(
        "p",
        { class: "facts gear" },
        player.angel ? html("span", { class: "gear-chip angel" }, "guardian angel") : null,
        player.equipment.map((card) => html("span", { class: "gear-chip", "data-key": card }, worded(card))),
      ),
      visions(view, seat),
    ],
  };
}

function character(player, known) {
  if (!known)
    return [
      html("span", { class: "role hidden" }, "hidden"),
      player.cannot_be.length
        ? html(
            "span",
            { class: "quiet", title: `cannot be ${player.cannot_be.join(", ")}` },
            `not ${player.cannot_be.map(titled).join(", ")}`,
          )
        : null,
    ];
  const [faction] = CHARACTERS[known];
  return html(
    "span",
    {
      class: `role ${faction} ${player.revealed ? "shown" : "secret"}`,
      title: player.revealed ? "revealed" : "not revealed to all",
    },
    svg(
      "svg",
      { width: 18, height: 18, viewBox: "-12 -12 24 24", "aria-hidden": "true" },
      svg("path", { d: FACTIONS[faction], class: "glyph" }),
    ),
    `${titled(known)}, ${faction}`,
  );
}

/** A pip for each hit point; up to the last one where the character is not known. */
function wounds({ damage }, known) {
  const limit = known ? CHARACTERS[known][1] : MOST_DAMAGE;
  return svg(
    "svg",
    { class: "wounds", width: 14 * 13, height: 12, role: "img", "aria-label": `${damage} damage` },
    Array.from({ length: limit }, (_, pip) =>
      svg("rect", {
        x: pip * 13,
        y: 1,
        width: 10,
        height: 10,
        rx: 3,
        class: pip < damage ? "wound" : known ? "health" : "health unsure",
      }),
    ),
  );
}

/** The last Visions this audience has read, beside the seat that got them. */
function visions(view, seat) {
  const read = (view.visions ?? view.you?.visions ?? [])
    .filter((vision) => vision.receiver === seat || (view.you?.seat === seat && vision.giver === seat))
    .slice(-3);
  return read.map((vision) =>
    html(
      "p",
      { class: "vision" },
      `${titled(worded(vision.card))} from ${vision.giver}${vision.receiver === null ? "" : ` to ${vision.receiver}`}: ${vision.outcome}`,
    ),
  );
}
