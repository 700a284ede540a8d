// What happens on a square, as the edition's table has it: each thing there with its rolls, its turnover and its book.

import { rollSum } from "./dice.js";
import { button, el } from "./elements.js";
import { eventInWords, plain, thingInWords, topicsAt } from "./words.js";

/** Rolls that buttons of their own make: the chest's, the portal's and the machines'. */
const ROLLED_ELSEWHERE = ["chest content", "portal number", "portal scatter", "rotating_room turn", "rolling_ball distance"];

/** A part for each thing on a square; that of a wall beside it is folded. */
export function whatHappens(session, number) {
  return topicsAt(session, number).map((topic) => topicPart(session, number, topic));
}

/** What happens where nobody gets in: at a wall. */
export function atRock(session) {
  return topicPart(session, -1, "wall");
}

function topicPart(session, number, topic) {
  const { lines, rolls = {}, source } = session.data.edition.table[topic], title = thingInWords(session, number, topic);
  const [happens, ...others] = lines, names = Object.keys(rolls);
  const told = [
    el("p", {}, happens),
    ...names.flatMap((name, at) => [...rollParts(session, [number, topic, name], others[at], rolls[name].dice)]),
    ...others.slice(names.length).map((line) => el("p", { className: "turnover" }, line)),
    source && el("p", { className: "source" }, source),
  ];
  if (topic === "wall" && number >= 0) return el("details", { className: "happens" }, el("summary", {}, `${title} beside it`), ...told);
  return el("section", { className: "happens" }, el("h3", {}, title), ...told);
}

/** A roll in words, a button that makes it, and what came of it where it was the last thing done. */
function* rollParts(session, which, words, dice) {
  const [number, topic, name] = which, { last } = session;
  yield el("p", {}, words);
  if (number < 0 || ROLLED_ELSEWHERE.includes(`${topic} ${name}`)) return;
  yield button(`Roll ${dice}: ${plain(name)}`, () => session.act("roll", ...which, rollSum(dice)));
  const [what, ...of] = last ?? [];
  if (what === "roll" && which.every((part, at) => of[at] === part)) yield el("p", { className: "result" }, eventInWords(session, last));
}
