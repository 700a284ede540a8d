// What the edition's book says of the course of a match, folded up until somebody wants to read it.

import { el } from "./elements.js";
import { capital, plain } from "./words.js";

/** The parts that were unfolded, by their first topic, so that they stay open. */
const unfolded = new Set();

/** What the book says of some topics of the course; nothing where it says nothing. */
export function bookDetails({ data: { edition: { table } } }, ...topics) {
  const told = topics.filter((topic) => Object.hasOwn(table, topic)), [key] = topics;
  if (!told.length) return null;
  const details = el("details", { className: "happens", open: unfolded.has(key) }, el("summary", {}, "What the book says"), ...told.flatMap((topic) => [
    el("h3", {}, capital(plain(topic))), ...table[topic].lines.map((line) => el("p", {}, line)), el("p", { className: "source" }, table[topic].source),
  ]));
  details.addEventListener("toggle", () => (details.open ? unfolded.add(key) : unfolded.delete(key)));
  return details;
}
