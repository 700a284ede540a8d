// What a square is, and what may be done there.

import { button, el } from "./elements.js";
import { roll } from "./dice.js";
import { FACES } from "./match.js";
import { arrival, capital, eventInWords, place, plain, roomAt, squareInWords, stoneAt, trapsAt } from "./words.js";
import { atRock, whatHappens } from "./what_happens.js";

/** The panel's contents for a place; `measure` begins to measure from it in a way. */
export function lookPanel(session, at, { measure }) {
  if (!at) return [el("p", { className: "hint" }, "Tap a square to see what it is.")];
  const number = session.board.find(...at);
  if (number < 0) return [el("h2", {}, `Rock ${place(at)}`), el("p", { className: "hint" }, "Nobody gets in here."), atRock(session)];
  const [room] = squareInWords(session, number), { rule } = session.board.squares[number].section;
  return [
    el("h2", {}, `Square ${place(at)}`),
    el("p", { className: "room" }, room),
    rule && el("p", {}, rule),
    result(session, number),
    el("div", { className: "buttons" }, ...actions(session, number)),
    ...whatHappens(session, number),
    el("div", { className: "buttons quiet" },
      button("Measure from here", () => measure("between", at)),
      button("A turn’s reach", () => measure("reach", at)),
      button("Passes", () => measure("passes", at))),
  ].filter(Boolean);
}

function* actions(session, number) {
  const { data, board, state } = session, act = (...event) => () => session.act(...event);
  if (board.chests.has(number) && !state.opened.has(number)) yield button("Open the chest", () => session.open(number), { className: "main" });
  if (board.squares[number].door) yield button(board.isShut(number) ? "Open the door" : "Shut the door", act("door", number), { className: "main" });
  if (board.portals.has(number)) yield* portalActions(session, board.portals.get(number));
  for (const [at, trap] of trapsAt(data, number)) yield* trapActions(session, at, trap);
  yield* machineActions(session, roomAt(data, number), stoneAt(data, number));
}

function* portalActions(session, portal) {
  const { data: { edition }, state } = session;
  yield button("Step on it: roll", () => session.teleport(portal), { className: "main" });
  if (edition.second_jump === "hurts" && state.jumps) yield button("The second jump this turn: roll", () => session.teleport(portal, "again"));
  if (edition.occupied === "chain" && edition.arrival === "on") yield button("The player who stood here is sent on: roll", () => session.teleport(portal, "sent"));
}

function* trapActions(session, at, trap) {
  const { state } = session;
  if (trap.kind === "trapdoor" && !state.sprung.has(at)) yield button("It opens", () => session.act("trapdoor", at), { className: "main" });
  if (trap.kind !== "counter" || state.faces[at]) return;
  if (trap.content) yield button("Turn it over", () => session.act("counter", at, trap.content), { className: "main" });
  else for (const face of FACES) yield button(`Turned over: ${plain(face)}`, () => session.act("counter", at, face));
}

/** Buttons for the machines of these numbers; -1 is none. */
export function* machineActions(session, room, stone) {
  const name = (key) => (session.state.due.has(key) ? "main" : "");
  if (room >= 0) {
    yield button("Roll for the rotating room", () => session.act("room", room, roll(6)), { className: name(`room ${room}`) });
  }
  if (stone >= 0) {
    yield button("Roll the stone ball", () => session.act("stone", stone, roll(6), roll(6)), { className: name(`stone ${stone}`) });
  }
}

/** What came of the last thing done, where it was done on this square. */
function result(session, number) {
  const { last } = session;
  if (!last) return null;
  const portal = session.board.portals.get(number);
  const here = last[0] === "portal" && (last[1] === portal || arrival(session, last).number === number);
  if (!here && !["room", "stone"].includes(last[0])) return null;
  const lines = last[0] === "portal" ? arrival(session, last).lines.filter(Boolean) : [eventInWords(session, last)];
  return el("div", { className: "result" }, ...lines.map((line) => el("p", {}, capital(line))));
}
