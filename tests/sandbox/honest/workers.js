const { Worker, isMainThread, parentPort, workerData } = require("worker_threads");
const { execFileSync } = require("child_process");

if (isMainThread) {
  const square = (number) =>
    new Promise((done) => new Worker(__filename, { workerData: number }).on("message", done));
  const lines = require("readline").createInterface({ input: process.stdin });
  lines.on("line", async () => {
    const squares = await Promise.all([7, 8, 9].map(square));
    const rest = Number(execFileSync("/bin/echo", ["91"]));
    console.log(squares.reduce((a, b) => a + b, rest));
  });
} else {
  parentPort.postMessage(workerData * workerData);
}
