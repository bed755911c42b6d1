const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(line + "\n"));
