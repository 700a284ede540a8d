// Start Python in this thread, with the program and its libraries, and answer questions with it.

/** Where the program and its libraries are unpacked, in the memory of this thread. */
const PROGRAM = "/program";

/**
 * Start Python. `read` returns a promise of the bytes of a file of this folder, by the file's name; `loadPyodide` is
 * Pyodide's function. The promise is kept once a first question can be answered.
 */
export async function startPython(loadPyodide, read, options) {
  const core = read("core.tar.gz").then(decompress), later = read("later.tar.gz").then(decompress);
  for (const archive of [core, later]) archive.catch(() => {});  // who waits for it hears of it
  const python = await loadPyodide(options);
  unpack(python, await core);
  python.runPython(`import sys; sys.path.insert(0, "${PROGRAM}")`);
  const { answer_json: answer } = python.pyimport("dungeon_designer.browser.answers");
  return new Answers(python, answer, later);
}

/** The kinds of questions that need the second archive: fonts, drawings, exports and other programs' files. */
const NEEDS_ALL = new Set(["open-file", "draw", "explain", "export"]);

/** Answers questions of the page; `ask` takes and gives plain data. */
class Answers {
  constructor(python, answer, later) {
    Object.assign(this, { python, answer, later, unpacked: null });
  }

  async ask(question) {
    if (NEEDS_ALL.has(question.type)) await this.unpackAll();
    return JSON.parse(this.answer(JSON.stringify(question)));
  }

  unpackAll() {
    this.unpacked ??= this.later.then((archive) => unpack(this.python, archive));
    return this.unpacked;
  }
}

/** Return a promise of the bytes that were packed by gzip. The browser does it beside, while Python starts. */
async function decompress(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;  // the server has let the browser do it
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Write the files of a TAR archive into Python's memory. Python's own `tarfile` takes ten times as long. */
function unpack(python, archive) {
  const folders = new Set();
  for (const [name, bytes] of listFiles(archive)) {
    const path = `${PROGRAM}/${name}`, folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, bytes, { canOwn: true });
  }
  python.pyimport("importlib").invalidate_caches();
}

/** Yield the name and the bytes of each file in a TAR archive: blocks of 512 bytes, a header before each file. */
function* listFiles(archive) {
  const decoder = new TextDecoder();
  const field = (start, size) => decoder.decode(archive.subarray(start, start + size)).split("\0")[0];
  for (let start = 0; archive[start]; ) {
    const folder = field(start + 345, 155), name = field(start, 100), size = parseInt(field(start + 124, 12), 8);
    yield [folder ? `${folder}/${name}` : name, archive.subarray(start + 512, start + 512 + size)];
    start += 512 * (1 + Math.ceil(size / 512));
  }
}
