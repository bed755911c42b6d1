// The shell of the viewer: which moment of which replay is shown to whom, and all that changes it.

import * as address from "./address.js";
import * as beliefs from "./beliefs.js";
import * as clocks from "./clocks.js";
import { show } from "./dom.js";
import { card, decision, now, plain } from "./moment.js";
import { frameAt, placeOf, whole } from "./replay.js";
import { SPEEDS, audienceChoice, shell, signOf } from "./shell.js";
import * as shamanix from "./boards/shamanix.js";
import * as shadow_hunters from "./boards/shadow_hunters.js";
import * as shamans from "./boards/shamans.js";
import { events } from "./story.js";
import { nearestMark, strip } from "./strip.js";

const isControl = (element) => Boolean(element?.closest("a, button, input, select, textarea, summary"));
const BOARDS = { shamans, shadow_hunters, shamanix };
const REST_MS = 1100;
const LEAST_WIDTH = 300;
const PANEL_PADDING = 28;

/** The width of the first column of a grid. */
function columnOf(grid) {
  return Number.parseFloat(getComputedStyle(grid).gridTemplateColumns);
}

/** Show a replay in this element. `load` gives the replay for an audience, or { refused: why }.
 *  On a page that has a title of its own, `heading` says which element the replay's title is. */
export function mount(root, load, { heading = "h1" } = {}) {
  const parts = shell(root, heading);
  const state = {
    replay: null,
    number: 0,
    audience: "everything",
    playing: false,
    speed: 1,
    believer: null,
    wishes: 0,
  };
  let timer;

  /** The number of the last moment. */
  const end = () => state.replay.frames.length - 1;

  // ── what is shown ─────────────────────────────────────────────────────────────────────────

  async function open(audience, place) {
    const wish = (state.wishes += 1);
    const answer = await load(audience);
    if (wish !== state.wishes) return; // something else was asked for in the meantime
    // An address may name a seat that this match does not have.
    if (answer.refused && audience !== "everything") return open("everything", place);
    root.classList.toggle("waiting", Boolean(answer.refused));
    if (answer.refused) {
      show(parts.sorry, answer.refused);
      return;
    }
    state.replay = whole(answer);
    state.audience = String(answer.audience);
    state.number = frameAt(state.replay, place.turn, place.step, place.heard);
    parts.scrubber.max = end();
    show(parts.title, state.replay.title);
    show(parts.audience, audienceChoice(state.replay, state.audience));
    parts.events.replaceChildren(...events(state.replay));
    draw();
  }

  function draw() {
    const { replay, number } = state;
    const frame = replay.frames[number];
    // All is measured before anything changes, so that the page is laid out but once.
    const width = Math.max(LEAST_WIDTH, Math.round(parts.board.clientWidth));
    const inside = Math.max(LEAST_WIDTH, columnOf(parts.more)) - PANEL_PADDING;
    const across = parts.strip.clientWidth;
    const board = BOARDS[replay.game]?.draw({ replay, frame, width }) ?? plain(replay, frame);
    show(parts.heading, board.heading);
    show(parts.board, board.table);
    parts.players.dataset.seats = replay.seats;
    show(
      parts.players,
      board.players.map((player) => card(replay, player)),
    );
    show(parts.lines, now(replay, frame, number));
    show(parts.decision, decision(replay, frame));
    show(parts.clocks, clocks.draw(replay, number, inside));
    show(parts.beliefs, beliefs.draw(replay, number, state.believer, inside));
    parts.text.textContent = frame.text.join("\n");
    if (parts.data.closest("details").open) parts.data.textContent = JSON.stringify(frame.view, null, 1);
    show(parts.strip, strip(replay, number, across));
    parts.scrubber.value = number;
    parts.scrubber.setAttribute("aria-valuetext", `${board.heading}. ${frame.lines.join(" ")}`);
    show(parts.count, `${number + 1} / ${replay.frames.length}`);
    follow(number);
    controls();
    address.write({ audience: state.audience, ...placeOf(replay, number) });
  }

  /** Keep the list of events at the present moment, without moving the page. */
  function follow(number) {
    parts.events.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const told = [...parts.events.querySelectorAll("[data-frame]")].findLast(
      (one) => Number(one.dataset.frame) <= number,
    );
    if (!told) return;
    const line = parts.events.querySelector(`[data-frame="${told.dataset.frame}"]`);
    line.setAttribute("aria-current", "true");
    const { scroller } = parts;
    const top = line.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    if (top < 0 || top > scroller.clientHeight - 40) scroller.scrollTop += top - scroller.clientHeight / 3;
  }

  function controls() {
    parts.play.setAttribute("aria-label", state.playing ? "Pause" : "Play");
    show(parts.play, signOf(state.playing ? "pause" : "play"));
    for (const name of ["first", "back"]) parts[name].disabled = state.number === 0;
    for (const name of ["on", "last"]) parts[name].disabled = state.number === end();
    parts.speed.value = state.speed;
    parts.lines.setAttribute("aria-live", state.playing ? "off" : "polite");
  }

  // ── what changes it ───────────────────────────────────────────────────────────────────────

  function go(number) {
    if (!state.replay) return;
    state.number = Math.min(Math.max(0, number), end());
    draw();
  }

  function pause() {
    state.playing = false;
    clearTimeout(timer);
  }

  function seek(number) {
    pause();
    go(number);
  }

  function toggle() {
    if (state.playing) return seek(state.number);
    state.playing = true;
    if (state.number === end()) state.number = 0;
    go(state.number);
    return wait();
  }

  function wait() {
    timer = setTimeout(() => {
      const last = state.number + 1 >= end();
      if (last) pause();
      go(state.number + 1);
      if (!last) wait();
    }, REST_MS / state.speed);
  }

  function hurry(steps) {
    const place = SPEEDS.indexOf(state.speed) + steps;
    state.speed = SPEEDS[Math.min(Math.max(0, place), SPEEDS.length - 1)];
    controls();
  }

  function turn(way) {
    const { frames } = state.replay;
    const { turn: present } = frames[state.number];
    const begun = frames.findIndex((frame) => frame.turn === present);
    const next = frames.findIndex((frame) => frame.turn > present);
    if (way > 0) seek(next < 0 ? frames.length - 1 : next);
    else if (state.number > begun) seek(begun);
    else seek(frames.findIndex((frame) => frame.turn === frames[Math.max(0, begun - 1)].turn));
  }

  function showTo(audience) {
    const { heard } = state.replay.frames[state.number];
    if (audience !== state.audience) open(audience, { heard });
  }

  const ACTIONS = {
    ArrowLeft: () => seek(state.number - 1),
    ArrowRight: () => seek(state.number + 1),
    "Shift+ArrowLeft": () => turn(-1),
    "Shift+ArrowRight": () => turn(1),
    Home: () => seek(0),
    End: () => seek(end()),
    "[": () => seek(nearestMark(state.replay, state.number, -1)),
    "]": () => seek(nearestMark(state.replay, state.number, 1)),
    " ": toggle,
    "+": () => hurry(1),
    "=": () => hurry(1),
    "-": () => hurry(-1),
    a: () => showTo("everything"),
    p: () => showTo("public"),
    "?": () => parts.help.showModal(),
  };

  function onKey(event) {
    if (!state.replay || event.ctrlKey || event.metaKey || event.altKey || parts.help.open) return;
    if (!isLookedAt()) return;
    const typing = event.target.closest?.("input:not([type=range], [type=radio]), select, textarea");
    const pressing =
      event.key === " " && event.target.closest?.("button, summary, a, input:not([type=range])");
    if (typing || pressing) return;
    const arrow = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const seat = /^\d$/.test(event.key) && Number(event.key) < state.replay.seats;
    const act = seat ? () => showTo(event.key) : ACTIONS[arrow];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Whether keys are meant for the replay: it has the focus, or nothing has and it fills the window. */
  function isLookedAt() {
    if (root.contains(document.activeElement)) return true;
    const { top, bottom } = root.getBoundingClientRect();
    return !isControl(document.activeElement) && top < innerHeight / 2 && bottom > innerHeight / 2;
  }

  parts.scrubber.addEventListener("input", () => seek(Number(parts.scrubber.value)));
  parts.first.addEventListener("click", () => seek(0));
  parts.back.addEventListener("click", () => seek(state.number - 1));
  parts.play.addEventListener("click", toggle);
  parts.on.addEventListener("click", () => seek(state.number + 1));
  parts.last.addEventListener("click", () => seek(end()));
  parts.speed.addEventListener("change", () => {
    state.speed = Number(parts.speed.value);
  });
  parts.ask.addEventListener("click", () => parts.help.showModal());
  parts.audience.addEventListener("change", (event) => showTo(event.target.value));
  parts.events.addEventListener("click", (event) => {
    const line = event.target.closest("[data-frame]");
    if (line) seek(Number(line.dataset.frame));
  });
  parts.strip.addEventListener("click", (event) => {
    const box = parts.strip.getBoundingClientRect();
    seek(Math.round(((event.clientX - box.left) / box.width) * end()));
  });
  parts.beliefs.addEventListener("change", (event) => {
    state.believer = Number(event.target.value);
    draw();
  });
  parts.data.closest("details").addEventListener("toggle", () => state.replay && draw());
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    const asked = address.read();
    pause();
    open(asked.audience, asked);
  });
  new ResizeObserver(() => state.replay && draw()).observe(parts.board);

  function reload() {
    pause();
    const asked = address.read();
    return open(asked.audience, asked);
  }
  reload();
  return { reload };
}
