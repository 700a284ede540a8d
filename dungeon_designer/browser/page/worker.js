// The thread in which Python runs, so that the page never waits for it.

import { loadPyodide } from "./pyodide.mjs";
import { startPython } from "./python.js";

async function read(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const starting = startPython(loadPyodide, read, { indexURL: new URL("./", import.meta.url).href });
starting.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error.message ?? error) }));

self.onmessage = async ({ data: { number, question } }) => {
  try {
    postMessage({ number, answer: await (await starting).ask(question) });
  } catch (error) {
    postMessage({ number, answer: { type: "failed", problem: String(error.message ?? error) } });
  }
};
