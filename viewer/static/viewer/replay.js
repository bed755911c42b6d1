// A replay as the server tells it: every frame says only what changed, and is made whole here.

/** The replay with the view and the text of every frame put together. */
export function whole(replay) {
  let scene;
  for (const frame of replay.frames) {
    for (const [path, value] of frame.changes) scene = withValue(scene, path, value);
    frame.view = scene.view;
    frame.text = scene.text;
    frame.events ??= [];
    frame.lines ??= [];
    frame.marks ??= [];
    frame.faults ??= [];
  }
  return replay;
}

/** A scene with another value at the end of that path; what is not on the path is shared. */
function withValue(scene, [step, ...rest], value) {
  if (step === undefined) return value;
  const copy = Array.isArray(scene) ? [...scene] : { ...scene };
  copy[step] = withValue(scene[step], rest, value);
  return copy;
}

/** The number of the frame that shows the same moment, or the last one before it. */
export function frameAt(replay, turn, step, heard) {
  const { frames } = replay;
  if (heard !== undefined)
    return Math.max(
      0,
      frames.findLastIndex((frame) => frame.heard <= heard),
    );
  const first = frames.findIndex((frame) => frame.turn >= turn);
  return first < 0 ? frames.length - 1 : Math.min(frames.length - 1, first + step);
}

/** Where a frame is: its turn, and how many frames of that turn came before. */
export function placeOf(replay, number) {
  const { turn } = replay.frames[number];
  return { turn, step: number - replay.frames.findIndex((frame) => frame.turn === turn) };
}
