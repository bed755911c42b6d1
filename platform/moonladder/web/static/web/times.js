// Times in the reader's own zone, and how long ago that was. The server writes UTC, which stays for those without scripts.

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Keep all of them right while the page is open. */
export function startTimes() {
  tell();
  setInterval(tell, 10_000);
  document.addEventListener("htmx:after:swap", tell);
}

function tell() {
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const then = new Date(time.dateTime);
    time.textContent = since((then - Date.now()) / 1000);
    time.title = exact.format(then);
  }
}

function since(seconds) {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return words.format(Math.round(seconds / length), unit);
}
