// What the edition's book says of the course of a match, folded up until somebody wants to read it.

import { el, fold } from "./elements.js";
import { capital, plain } from "./words.js";

/** What the book says of some topics of the course; nothing where it says nothing. */
export function bookDetails({ data: { edition: { table } } }, ...topics) {
  const told = topics.filter((topic) => Object.hasOwn(table, topic));
  return told.length ? fold(topics.join(" "), "What the book says", ...told.flatMap((topic) => [
    el("h3", {}, capital(plain(topic))), ...table[topic].lines.map((line) => el("p", {}, line)), el("p", { className: "source" }, table[topic].source),
  ])) : null;
}
