// What happens on a square, as the edition's table has it: each thing there with its rolls, its turnover and its book.

import { rollSum } from "./dice.js";
import { button, el, fold } from "./elements.js";
import { NOWHERE } from "./match.js";
import { capital, eventInWords, plain, thingInWords, topicsAt } from "./words.js";

/** Rolls that buttons of their own make, or nobody needs: the chest's, the portal's, the machines' and those of a match. */
const ROLLED_ELSEWHERE = [
  "chest content", "portal number", "portal scatter", "rotating_room turn", "rolling_ball distance", "beginning first", "reserves number",
  "knocked_out return", "knocked_out drive", "time turns",
];

/** A part for each thing on a square; that of a wall beside it is folded. */
export function whatHappens(session, number) {
  return topicsAt(session, number).map((topic) => {
    const title = thingInWords(session, number, topic);
    return topic === "wall" ? folded(session, number, topic, `${title} beside it`) : topicPart(session, number, topic, title);
  });
}

/** What happens where nobody gets in: at a wall. */
export function atRock(session) {
  return topicPart(session, NOWHERE, "wall", "Wall");
}

/** The course of a match as the edition has it, each part folded. */
export function courseParts(session) {
  const { table } = session.data.edition, told = session.data.course.filter((topic) => table[topic].source);
  return [el("h3", {}, "The course of a match"), ...told.map((topic) => folded(session, NOWHERE, topic, capital(plain(topic))))];
}

function topicPart(session, number, topic, title) {
  return el("section", { className: "happens" }, el("h3", {}, title), ...entryParts(session, number, topic));
}

function folded(session, number, topic, title) {
  return fold(`${number} ${topic}`, title, ...entryParts(session, number, topic));
}

function entryParts(session, number, topic) {
  const { lines, rolls = {}, source } = session.data.edition.table[topic], [happens, ...others] = lines, names = Object.keys(rolls);
  return [
    el("p", {}, happens),
    ...names.flatMap((name, at) => rollParts(session, [number, topic, name], others[at], rolls[name].dice)),
    ...others.slice(names.length).map((line) => el("p", { className: "turnover" }, line)),
    source && el("p", { className: "source" }, source),
  ];
}

/** A roll in words, a button that makes it, and what came of it where it was the last thing done. */
function rollParts(session, which, words, dice) {
  const [, topic, name] = which, [what, ...of] = session.last ?? [], parts = [el("p", {}, words)];
  if (ROLLED_ELSEWHERE.includes(`${topic} ${name}`)) return parts;
  parts.push(button(`Roll ${dice}: ${plain(name)}`, () => session.act("roll", ...which, rollSum(dice))));
  if (what === "roll" && which.every((part, at) => of[at] === part)) parts.push(el("p", { className: "result" }, eventInWords(session, session.last)));
  return parts;
}
