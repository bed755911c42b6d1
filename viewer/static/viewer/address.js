// The moment and the audience in the address of the page: #turn=12&step=2&seat=1

/** What the address asks for. */
export function read() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const seat = asked.get("seat") ?? "everything";
  return {
    audience: /^(\d+|public|everything)$/.test(seat) ? seat : "everything",
    turn: Number.parseInt(asked.get("turn") ?? "0", 10) || 0,
    step: Number.parseInt(asked.get("step") ?? "0", 10) || 0,
  };
}

let waiting;

/** Write it once the replay rests: browsers refuse an address that changes all the time. */
export function write({ audience, turn, step }) {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", addressOf({ audience, turn, step })), 300);
}

export function addressOf({ audience, turn, step }) {
  return `#turn=${turn}${step ? `&step=${step}` : ""}${audience === "everything" ? "" : `&seat=${audience}`}`;
}
