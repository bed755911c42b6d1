// Checks in the reader's own browser that a closed ladder dealt what it was committed to.

const secret = document.querySelector("[data-secret]")?.dataset.secret;
const button = document.querySelector("[data-check-seeds]");
if (secret && crypto.subtle) {
  button.hidden = false;
  button.addEventListener("click", check);
}

async function check() {
  const { commitment } = document.querySelector("[data-commitment]").dataset;
  const kept = (await sha256(secret)) === commitment;
  const blocks = [...document.querySelectorAll("[data-block]")];
  const wrong = [];
  for (const { dataset } of blocks) {
    const hash = await sha256(`moonladder block ${dataset.block} ${secret}`);
    if (hash.slice(0, 13) !== dataset.seed) wrong.push(dataset.block);
  }
  tell(kept, blocks.length, wrong);
}

function tell(kept, count, wrong) {
  const said = document.querySelector("[data-check-result]");
  said.className = kept && wrong.length === 0 ? "good" : "bad";
  if (!kept) said.textContent = "The secret is NOT the one that was committed to.";
  else if (wrong.length) said.textContent = `The seeds of these blocks do NOT follow from the secret: ${wrong.join(", ")}.`;
  else said.textContent = `Your browser agrees: the secret is the one that was committed to, and all ${count} seeds below follow from it.`;
}

async function sha256(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
