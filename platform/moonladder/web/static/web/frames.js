// Frames of replays as the site gives them.

const NAMES = { everything: "all", public: "public" };

/** The frames for an audience below this address, or { refused: why }. */
export async function ask(frames, audience, request) {
  try {
    const answer = await fetch(`${frames}${NAMES[audience] ?? `seat-${audience}`}.json`, request);
    return await answer.json();
  } catch {
    return { refused: "The site does not answer: reload this page to try again." };
  }
}
