// The list of problems, with their clauses, their squares on the map, and buttons for fixes and for the manual.

import { button, el, shape } from "./elements.js";
import { UNITS } from "./map_view.js";

const LEVELS = { error: "Error", warning: "Warning", info: "Notice" };

/** Shows problems in a list; `choose(problem)` is told which one is pointed at, null for none. */
export class ProblemList {
  constructor(list, { choose, fix, explain }) {
    Object.assign(this, { list, choose, fix, explain, findings: [] });
  }

  /** Show the problems of a verdict; `withFixes` says whether their fixes were tried, so that they may be offered. */
  show(findings, withFixes) {
    this.findings = findings;
    const focused = [...this.list.children].indexOf(document.activeElement?.closest?.("#problems > li"));
    this.list.replaceChildren(...findings.map((finding, number) => this.row(finding, number, withFixes)));
    if (focused >= 0) this.list.children[focused]?.focus();
  }

  row(finding, number, withFixes) {
    const { rule, level, message, squares, source, waived, fixes } = finding;
    const where = squares.length ? `at ${squares.slice(0, 4).map(([x, y]) => `(${x}, ${y})`).join(", ")}${squares.length > 4 ? ` and ${squares.length - 4} more` : ""}` : "";
    const buttons = [button("Explain", () => this.explain(rule), { "aria-label": `Explain ${rule}` })];
    if (withFixes) buttons.unshift(...fixes.map(({ title }, fix) => button(`Fix: ${title}`, () => this.fix(number, fix))));
    const mark = () => this.choose(finding), unmark = () => this.choose(null);
    return el("li", { tabIndex: 0, onmouseenter: mark, onmouseleave: unmark, onfocus: mark, onblur: unmark, onclick: mark },
      el("b", {}, `${waived === null ? LEVELS[level] : "Waived"}: `), message,
      el("small", {}, [rule, source, where].filter(Boolean).join("; ")), el("div", { className: "buttons" }, ...buttons));
  }

  /** Mark the problems on a square, and bring the first of them into sight. */
  point([x, y]) {
    const here = this.findings.map(({ squares }) => squares.some(([u, v]) => u === x && v === y));
    [...this.list.children].forEach((row, number) => row.classList.toggle("here", here[number]));
    const first = here.indexOf(true);
    if (first >= 0) this.list.children[first].scrollIntoView({ block: "nearest", behavior: "smooth" });
    return here.filter(Boolean).length;
  }
}

/** Mark squares on the map; those marked before are no longer. */
export function markSquares(svg, squares) {
  svg.querySelector(".shown")?.remove();
  if (!squares.length) return;
  const rectangles = squares.map(([x, y]) => shape("rect", { x: x * UNITS, y: y * UNITS, width: UNITS, height: UNITS }));
  svg.append(shape("g", { class: "shown" }, ...rectangles));
}
