// What the edition's book says happens: at what lies on a square, and in the course of a match. Its rolls are rolled here.

import { roll, rollSome } from "./dice.js";
import { button, el } from "./elements.js";
import { capital, eventInWords, plain, trapsAt } from "./words.js";

/** The parts of the course that were opened to be read, so that they stay open. */
const unfolded = new Set();

/** The topics of what lies on a square; a counter that was turned over is what it shows. */
export function topicsAt({ data, state }, number) {
  const lies = Object.keys(data.things).filter((topic) => data.things[topic].includes(number));
  return [...lies, ...trapsAt(data, number).map(([at]) => state.faces[at])].filter((topic) => topic in data.edition.table);
}

/** What the book says of a topic, with a button for each roll it asks, what came of the last one, and where it is written. */
export function bookPart(session, topic) {
  const { happens, rolls = {}, turnover, source } = session.data.edition.table[topic], { last } = session;
  return el("section", { className: "part book" },
    el("h3", {}, capital(plain(topic))), el("p", {}, happens),
    ...Object.entries(rolls).map(([name, asked]) => rollLine(session, topic, name, asked)),
    last?.[0] === "asked" && last[1] === topic && el("p", { className: "result" }, eventInWords(session, last)),
    turnover && el("p", {}, el("b", {}, "Turnover: "), turnover),
    source && el("p", { className: "hint" }, source));
}

function rollLine(session, topic, name, { dice, when, outcomes }) {
  const values = () => (dice === "2D6" ? rollSome(2) : [roll(Number(dice.slice(1)))]);
  return el("div", { className: "asked" },
    button(dice, () => session.act("asked", topic, name, values()), { "aria-label": `Roll ${dice}${when ? `, ${when}` : ""}` }),
    el("div", {}, when && el("i", {}, capital(when)), ...Object.entries(outcomes).map(([faces, words]) => el("div", {}, el("b", {}, `${capital(faces)}: `), words))));
}

/** What the book says of parts of the course, folded up; nothing where it says nothing. */
export function bookDetails(session, ...topics) {
  const told = topics.filter((topic) => topic in session.data.edition.table), key = topics[0];
  if (!told.length) return null;
  const details = el("details", { className: "book", open: unfolded.has(key) }, el("summary", {}, "What the book says"), ...told.map((topic) => bookPart(session, topic)));
  details.addEventListener("toggle", () => (details.open ? unfolded.add(key) : unfolded.delete(key)));
  return details;
}
