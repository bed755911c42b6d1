// Parts of pages that stay true while they are open: [data-live] elements are asked for again by htmx. Here is only when not to.

/** Ask for nothing while nobody looks, and at once when somebody looks again; keep what is shown when the site stumbles. */
export function startLive() {
  document.addEventListener("htmx:before:request", (event) => {
    if (document.hidden && isLive(event)) event.preventDefault();
  });
  document.addEventListener("htmx:before:response", (event) => {
    if (event.detail.ctx.response.status >= 400 && isLive(event)) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    for (const part of document.querySelectorAll("[data-live]")) part.dispatchEvent(new Event("every"));
  });
}

function isLive(event) {
  return event.target.matches?.("[data-live]");
}
