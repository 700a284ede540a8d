// Answer questions with the built page's Python: `node ask.mjs FOLDER`, a question as JSON in each line of its input,
// an answer in each line of its output.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {  // not the source of Pyodide, all of which is one line
  console.error(String(error.message ?? error));
  process.exit(1);
});

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { startPython } = await import(pathToFileURL(`${folder}/python.js`));
const read = async (name) => new Uint8Array(await readFile(`${folder}/${name}`));
const answers = await startPython(loadPyodide, read, { indexURL: `${folder}/` });
await answers.unpackAll();
for await (const line of createInterface({ input: process.stdin })) {
  console.log(answers.answer(line));
}
