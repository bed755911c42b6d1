// A bot for every game of Moonladder: takes the option it likes best, by chance among equals.
//
// Begin at `score`. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
// asks, offers and shows. Only answers go to standard output; console.error writes to the log.
"use strict";

// How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game.
function score(ask, option) {
  // Shamans: following suit keeps the pawn off the Moon.
  if (ask.kind === "follow") return option.world === ask.view.destination ? 1 : 0;
  // Shadow Hunters: nobody wins by passing.
  if (option.action === "attack") return 1;
  // Shamanix: a totem that moves can shut a shaman in.
  if (option.do === "totem") return 1;
  return 0;
}

// Dice that roll the same whenever the match is played again: mulberry32, begun from our private
// seed. Math.random cannot be given a seed.
function diceFrom(seed) {
  let state = (seed ^ Math.floor(seed / 2 ** 32)) >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

// One seat in one match; whatever it keeps in `this` it still has at the next ask.
class Bot {
  constructor(start) {
    this.seat = start.seat;
    this.dice = diceFrom(start.seed);
    console.error(`${start.game}: seat ${start.seat} of ${start.seats}`);
  }

  choose(ask) {
    const scores = ask.options.map((option) => score(ask, option));
    const highest = scores.reduce((a, b) => Math.max(a, b));
    const best = scores.flatMap((value, index) => (value === highest ? [index] : []));
    // Only you will see the note.
    const note = `${best.length} of ${scores.length} options look best`;
    return { id: ask.id, choice: best[this.dice(best.length)], note };
  }

  over(message) {
    console.error(`place ${message.outcome.placements[this.seat]}`);
  }
}

let bot;

// What to say to a message, if anything.
function reply(message) {
  if (message.type === "start") {
    bot = new Bot(message);
    return { type: "ready" };
  }
  if (message.type === "ask") return bot.choose(message);
  if (message.type === "over") bot.over(message);
  return undefined;
}

const lines = require("readline").createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  const answer = reply(JSON.parse(line));
  if (answer) process.stdout.write(JSON.stringify(answer) + "\n");
});
