// The replay of a match on its page.

import { mount } from "../viewer/player.js";

const NAMES = { everything: "all", public: "public" };

/** The replay for an audience, as the site lets this reader see it. */
async function load(frames, audience) {
  try {
    const answer = await fetch(`${frames}${NAMES[audience] ?? `seat-${audience}`}.json`);
    return await answer.json();
  } catch {
    return { refused: "The site does not answer: reload this page to try again." };
  }
}

const root = document.getElementById("replay");
if (root) mount(root, (audience) => load(root.dataset.frames, audience), { heading: "h2" });
