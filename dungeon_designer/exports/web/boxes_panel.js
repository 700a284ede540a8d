// Who comes in this turn, and how many are in reserve, knocked out and gone, side by side.

import { bookDetails } from "./book.js";
import { button, el, part } from "./elements.js";
import { BOXES, entryBar, recovery, turnOf } from "./match.js";
import { named, ofSide } from "./sides.js";
import { lastRoll } from "./turn_panel.js";
import { capital, plain } from "./words.js";

const SHORT = { reserves: "Reserves", knocked_out: "KO", casualties: "Casualties" };

/** The part of the table's panel. */
export function boxesPart(session) {
  const head = el("div", { className: "boxes" }, el("span"), ...session.data.sides.map((side) => ofSide(el("b", { className: "counter" }, named(side)), side)));
  const rows = BOXES.map((box) => el("div", { className: "boxes" }, el("span", {}, SHORT[box]), ...session.data.sides.map((side, at) => counter(session, side, at, box))));
  return el("section", { className: "part" }, session.state.scorer === null && entryPart(session), el("h3", {}, "Boxes"), head, ...rows, recoveries(session), bookDetails(session, "reserves", "knocked_out", "casualties"));
}

function counter(session, side, at, box) {
  const count = session.state.boxes[at][box], name = `${capital(plain(box))} of ${side.id}`;
  return ofSide(el("div", { className: "counter" },
    button("−", () => session.act("box", at, box, -1), { disabled: !count, "aria-label": `${name}: one less` }),
    el("output", { "aria-label": name }, String(count)),
    button("+", () => session.act("box", at, box, 1), { "aria-label": `${name}: one more` })), side);
}

/** Bringing one in: by each way the edition has, or one of the knocked out instead. */
function entryPart(session) {
  const { data, state } = session, { side } = turnOf(data, state), bar = entryBar(data, state);
  const ways = data.edition.reserves_by.map((way) => button(`By ${plain(way)}`, () => (way === "portal" ? session.teleport(0) : session.act("reserve", way)), { disabled: Boolean(bar) }));
  return part(`A reserve for ${data.sides[side].id}`, ...ways, knockedOut(session, side, bar), bar && el("p", { className: "hint" }, bar),
    lastRoll(session, ([what, from]) => what === "recover" || (what === "portal" && from === 0)));
}

function knockedOut(session, side, bar) {
  const { data, state } = session, rule = recovery(data.edition, "turn"), box = state.boxes[side];
  if (!rule || !box.knocked_out) return null;
  const waits = bar || state.tried || (rule.to === "dungeon" && box.reserves > 0);
  const words = rule.target ? `One of the KO, by portal: ${rule.target}+` : "Instead: one of the KO to the reserves";
  return button(words, () => session.recover(side, "turn"), { disabled: Boolean(waits) });
}

/** Rolling for the knocked out between drives, and whenever else the book says. */
function recoveries(session) {
  const { data, state } = session, rule = recovery(data.edition, "drive");
  const sides = rule ? data.sides.filter((side, at) => state.boxes[at].knocked_out) : [];
  if (!sides.length) return null;
  return el("div", { className: "buttons" },
    ...sides.map((side) => button(`KO of ${side.id}: ${rule.target}+ is back`, () => session.recover(data.sides.indexOf(side), "drive"))),
    el("p", { className: "hint" }, `D6 for ${data.edition.table.knocked_out.rolls.drive.when}.`));
}
