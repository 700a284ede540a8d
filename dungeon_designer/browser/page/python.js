// Start Python in this thread, with the program and its libraries, and answer questions with it.

/** Where the program and its libraries are unpacked, in the memory of this thread. */
const PROGRAM = "/program";

/**
 * Start Python. `read` returns a promise of the bytes of a file of this folder, by the file's name; `loadPyodide` is
 * Pyodide's function. The promise is kept once a first question can be answered.
 */
export async function startPython(loadPyodide, read, options) {
  const core = read("core.tar.xz"), later = read("later.tar.xz");
  later.catch(() => {});  // who asks for it hears of it
  const python = await loadPyodide(options);
  python.unpackArchive(await core, "xztar", { extractDir: PROGRAM });
  python.runPython(`import sys; sys.path.insert(0, "${PROGRAM}")`);
  const { answer_json: answer } = python.pyimport("dungeon_designer.browser.answers");
  return new Answers(python, answer, later);
}

/** The kinds of questions that need the second archive: fonts, drawings, exports and other programs' files. */
const NEEDS_ALL = new Set(["list-starts", "read-start", "open-file", "draw", "explain", "export"]);

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
    this.unpacked ??= this.later.then((archive) => this.python.unpackArchive(archive, "xztar", { extractDir: PROGRAM }));
    return this.unpacked;
  }
}
