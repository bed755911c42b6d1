// A folder as one file: packed in the browser as a tar.gz, like `moonladder submit` would.

const HIDDEN = /(^|\/)(\.|__pycache__(\/|$))/; // what belongs to an author's tools
const BLOCK = 512;
const LONGEST = 100; // bytes of a path, in the plainest kind of tar

/** Let somebody choose a folder, and hand on its name and its files. */
export function pickFolder(take) {
  const input = document.createElement("input");
  input.type = "file";
  input.webkitdirectory = true;
  input.addEventListener("change", () => {
    const files = [...input.files].map((file) => [file.webkitRelativePath, file]);
    if (files.length) take(files[0][0].split("/")[0], files);
  });
  input.click();
}

/** The files in what was dropped, each with its path. */
export async function* walk(entries, above = "") {
  for (const entry of entries) {
    const path = `${above}${entry.name}`;
    if (HIDDEN.test(path)) continue;
    if (entry.isDirectory) yield* walk(await listed(entry.createReader()), `${path}/`);
    else yield [path, await new Promise((found, failed) => entry.file(found, failed))];
  }
}

/** All of a folder: a reader gives some hundred at a time. */
async function listed(reader) {
  const all = [];
  for (;;) {
    const some = await new Promise((found, failed) => reader.readEntries(found, failed));
    if (!some.length) return all;
    all.push(...some);
  }
}

/** These files as one, unless there is more of them than the site takes. */
export async function pack(name, files, most) {
  const parts = [];
  let count = 0;
  let bytes = 0;
  for await (const [path, file] of files) {
    if (HIDDEN.test(path)) continue;
    count += 1;
    bytes += file.size;
    if (count > most.files) throw new Error(`There are more than ${most.files} files.`);
    if (bytes > most.mib * 2 ** 20) throw new Error(`The files have more than ${most.mib} MiB.`);
    parts.push(header(path, file.size), file, new Uint8Array(-file.size & (BLOCK - 1)));
  }
  if (!count) throw new Error("There is no file in it.");
  const tar = new Blob([...parts, new Uint8Array(2 * BLOCK)]);
  const packed = tar.stream().pipeThrough(new CompressionStream("gzip"));
  return new File([await new Response(packed).blob()], `${name}.tar.gz`, { type: "application/gzip" });
}

function header(path, size) {
  const block = new Uint8Array(BLOCK);
  const put = (text, at) => block.set(new TextEncoder().encode(text), at);
  if (new TextEncoder().encode(path).length > LONGEST) throw new Error(`The path ${path} is too long.`);
  put(path, 0);
  put("0000644\0" + "0000000\0" + "0000000\0", 100); // mode, owner, group
  put(`${size.toString(8).padStart(11, "0")}\0${"0".repeat(11)}\0`, 124); // size, time
  put(" ".repeat(8) + "0", 148); // the sum of the header counts itself as spaces; a regular file
  put("ustar\0" + "00", 257);
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
