// The problems that the ruleset finds, in words: a table of five columns is nothing to read on a phone.

import { el } from "./elements.js";
import { UNITS } from "./map_view.js";
import { capital } from "./words.js";

/** The notes of the page, what is found as a list. */
export function notesPanel(words) {
  const notes = words.cloneNode(true), found = findingsIn(words);
  if (found.length) notes.querySelector("table").replaceWith(el("h2", {}, "Problems that the ruleset finds"), el("ol", { className: "findings" }, ...found.map(inWords)));
  return [notes];
}

/** The findings that are marked on a square of the picture. */
export function findingsAt(words, svg, [x, y]) {
  const point = new DOMPoint((x + 0.5) * UNITS, (y + 0.5) * UNITS);
  const found = findingsIn(words).filter(({ number }) => svg.querySelector(`[id="finding-${number}"] > path`)?.isPointInFill(point));
  return found.length ? [el("h3", {}, "Problems here"), el("ol", { className: "findings" }, ...found.map(inWords))] : [];
}

/** The rows of the page's table. */
function findingsIn(words) {
  const rows = [...words.querySelectorAll("tr")].slice(1);
  return rows.map((row) => {
    const [number, level, rule, what, source] = [...row.cells].map((cell) => cell.textContent);
    return { number, level, rule, what, source };
  });
}

function inWords({ number, level, rule, what, source }) {
  const why = [rule, source].filter(Boolean).join("; ");
  return el("li", { value: Number(number) }, el("b", {}, `${capital(level)}: `), `${capital(what)}. `, el("small", {}, `(${why})`));
}
