// The replay of a match on its page.

import { mount } from "../viewer/player.js";
import { ask } from "./frames.js";

const root = document.getElementById("replay");
if (root) mount(root, (audience) => ask(root.dataset.frames, audience), { heading: "h2" });
