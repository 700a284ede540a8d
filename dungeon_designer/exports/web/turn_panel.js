// Whose turn it is, who begins, touchdowns, and the drive after one.

import { bookDetails } from "./book.js";
import { roll } from "./dice.js";
import { button, el, part } from "./elements.js";
import { countsDown, ending, nextFirst, turnOf } from "./match.js";
import { named, ofSide } from "./sides.js";
import { counted, driveInWords, eventInWords } from "./words.js";

/** The part of the table's panel. */
export function turnPart(session) {
  const { data, state } = session, { side, round } = turnOf(data, state), now = data.sides[side], over = ending(data, state);
  const chip = ofSide(el("span", { className: "chip" }, named(now)), now);
  return el("section", { className: "part turn" },
    el("p", {}, `${state.drive > 1 ? `Drive ${state.drive}, turn` : "Turn"} ${round} `, chip),
    state.left > 0 && el("p", {}, `${counted(state.left, "turn")} left after this one.`),
    state.left === 0 && el("p", {}, "The last turn."),
    over && el("p", { className: "result" }, over),
    lastRoll(session, ([what]) => what === "first" || what === "left"),
    ...(state.scorer === null ? turnButtons(session, over) : driveParts(session, over)),
    el("h3", {}, "Touchdowns"), el("div", { className: "buttons scores" }, ...data.sides.map((each, at) => score(session, each, at))));
}

/** What was done last, large enough to be read across a table, where it is `wanted`. */
export function lastRoll(session, wanted) {
  const { last } = session;
  return last && wanted(last) && el("p", { className: "result" }, eventInWords(session, last));
}

function score(session, side, at) {
  const { scores } = session.state;
  return ofSide(button([...named(side), ` ${scores[at]}`], () => session.act("score", at), { "aria-label": `Touchdown for ${side.id}; ${scores[at]} so far` }), side);
}

function turnButtons(session, over) {
  const { data, state } = session, open = state.turn === 0 && !state.begun;
  return [
    open && part("Who begins", ...firstButtons(session)),
    open && bookDetails(session, "beginning"),
    !over && el("div", { className: "buttons" }, button("Next turn", () => session.act("turn"), { className: open ? "" : "main" }),
      countsDown(data.edition) && state.left === null && button("Roll for the turns left", () => session.act("left", data.sides.map(() => roll(6))))),
  ];
}

/** Who has the first turn: by dice, or as it is said, which comes after the dice where the winner chooses. */
function firstButtons(session) {
  const { data, last } = session, rolled = data.edition.begins === "rolled", tossed = last?.[0] === "first";
  const byDice = button(rolled ? "Roll, D6 each" : "Roll for who chooses, D6 each", () => session.rollOff(), { className: "main" });
  return [!tossed && byDice, ...data.sides.map((side, at) => ofSide(button(`${side.id} begins`, () => session.act("first", at, [])), side))];
}

/** After a touchdown: the next drive, begun by whom the edition says; where it ends the match, only if it is wanted. */
function driveParts(session, over) {
  const { data, state } = session, first = nextFirst(data, state), words = over ? "Play on anyway" : "New drive";
  return [
    el("p", {}, `${over ? "In a new drive" : "In the next drive"} ${driveInWords(data)} ${setUpInWords(data)}`),
    el("div", { className: "buttons" }, button(first < 0 ? words : `${words}: ${data.sides[first].id} begins`, () => session.act("drive", first), { className: over ? "" : "main" })),
    bookDetails(session, "touchdown", "ending"),
  ];
}

function setUpInWords({ sides, edition: { players } }) {
  return `${sides.length === 2 ? "Both" : "All"} set up ${players ? `${players} players ` : ""}again.`;
}
