// What every page can do once scripts run. Without them all can be read, and forms still work.

import { startCopying } from "./copy.js";
import { startLive } from "./live.js";
import { startSwitch } from "./switch.js";
import { startTimes } from "./times.js";

startSwitch();
startCopying();
startTimes();
startLive();
