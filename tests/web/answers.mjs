// What the page says of every square and of a match, of the dungeons on its standard input, a page's data a line: test_answers.py runs it.

import { createInterface } from "node:readline";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { courseParts } = await import(new URL("what_happens.js", web));
const { lookPanel } = await import(new URL("look_panel.js", web));
const { Session } = await import(new URL("session.js", web));

/** As much of an element as it takes to read the words in it. */
class Words {
  parts = [];
  append(...parts) { this.parts.push(...parts); }
  setAttribute() {}
  get textContent() { return this.parts.map((part) => part.textContent ?? part).join(" "); }
}

globalThis.document = { createElement: () => new Words() };
for await (const line of createInterface({ input: process.stdin })) {
  const session = new Session(JSON.parse(line)), words = (parts) => parts.map((part) => part.textContent).join(" ");
  const squares = session.board.squares.map(({ x, y }) => words(lookPanel(session, [x, y], {})));
  console.log(JSON.stringify({ squares, course: words(courseParts(session)) }));
}
