// A ball at a wall: its direction and how far it flies are chosen or rolled; its way and who may catch it are told.

import { ballScatter, ballWay } from "./bounce.js";
import { COMPASS } from "./board.js";
import { roll, rollSome } from "./dice.js";
import { button, el } from "./elements.js";
import { stopInWords } from "./sight.js";
import { counted, place, plain } from "./words.js";

const ARROWS_BY_DIRECTION = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
const PAD = [7, 0, 1, 6, null, 2, 5, 4, 3];
const USUAL = { "2D6": 7, D6: 3 };
const FARTHEST = 20;
const READING = "The picture of the book's template is lost. We treat a wall as a mirror: a ball that hits it straight comes straight back, one that hits it at an angle flies on along the wall, and one that hits a corner comes back the way it came.";

/** The panel's contents; `ask` is told what is to be measured instead. */
export function bouncePanel(session, asked, ask) {
  if (!asked.from) return [el("p", { className: "hint" }, "Tap the square where the ball comes to a wall, or from which it scatters.")];
  if (session.board.find(...asked.from) < 0) return [el("p", { className: "hint" }, "That is rock. Tap the square before the wall.")];
  const lines = flightInWords(session, asked), scatter = (from) => {
    const eight = roll(8);
    if (session.act("die", 8, eight)) ask({ ...asked, from, eight, direction: null });
  };
  return [
    el("h2", {}, `Ball on ${place(asked.from)}`),
    el("div", { className: "flight" }, directionPad(asked, ask, scatter), distancePart(session, asked, ask)),
    lines.length ? el("div", { className: "result" }, ...lines.map((line) => el("p", {}, line)))
      : el("p", { className: "hint" }, "Choose the direction it flies in, towards the wall. D8 scatters it by one square."),
    lines.length ? el("div", { className: "buttons" }, button("Scatter from there: D8", () => scatter(flightOf(session, asked).at(-1).at))) : null,
    ...clauses(session.data.edition, asked),
  ].filter(Boolean);
}

function directionPad(asked, ask, scatter) {
  return el("div", { className: "pad", role: "group", "aria-label": "Direction" }, ...PAD.map((direction) => (direction === null
    ? button("D8", () => scatter(asked.from), { "aria-label": "Scatter by D8" })
    : button(ARROWS_BY_DIRECTION[direction], () => ask({ ...asked, direction, eight: null }), {
      "aria-label": `To the ${COMPASS[direction]}`, "aria-pressed": String(asked.direction === direction),
    }))));
}

/** The squares the ball flies: as chosen, else as many as is usual. */
const distanceOf = ({ edition }, { distance }) => distance ?? USUAL[edition.wall_bounce] ?? 1;

function distancePart(session, asked, ask) {
  const dice = session.data.edition.wall_bounce, distance = distanceOf(session.data, asked);
  const change = (to) => ask({ ...asked, distance: Math.min(Math.max(to, 1), FARTHEST), eight: null });
  const rolled = () => {
    const values = rollSome(dice === "2D6" ? 2 : 1);
    if (session.act(...(dice === "2D6" ? ["dice", dice, values] : ["die", 6, values[0]]))) change(values.reduce((sum, value) => sum + value));
  };
  return el("div", {},
    el("p", { className: "stepper" }, button("−", () => change(distance - 1), { "aria-label": "one square less" }),
      el("output", {}, String(distance)), button("+", () => change(distance + 1), { "aria-label": "one square more" })),
    el("p", { className: "hint" }, distance === 1 ? "square" : "squares"),
    dice in USUAL ? button(`Roll ${dice}`, rolled) : null);
}

/** What becomes of the ball, in lines. */
export function flightInWords(session, asked) {
  const { board, data } = session, start = asked.from ? board.find(...asked.from) : -1;
  if (start < 0) return [];
  if (asked.eight !== null) return [scatterInWords(session, start, asked.eight)];
  if (asked.direction === null) return [];
  const squares = distanceOf(data, asked), way = ballWay(board, data.edition, start, asked.direction, squares);
  const walls = way.filter(({ met }) => met).length, end = way.at(-1);
  const early = way.length < squares ? " There it meets a second wall, and scatters." : "";
  return [
    `${counted(way.length, "square")}, ${walls ? `thrown back ${walls === 1 ? "once" : walls === 2 ? "twice" : `${walls} times`}` : "without meeting a wall"}, to ${squareOf(session, end.number)}.${early}`,
    `A player on one of these squares may catch it, in this order: ${way.map(({ number }) => squareOf(session, number)).join(" · ")}.`,
  ];
}

function scatterInWords(session, start, eight) {
  const { number, direction, met, again } = ballScatter(session.board, session.data.edition, start, eight);
  const rolled = `D8: ${eight}, ${COMPASS[direction]}`;
  if (!met) return `${rolled}: it comes to ${squareOf(session, number)}.`;
  if (again) return `${rolled}: ${stopInWords(met)}. Roll again.`;
  const how = { next: "the next free square clockwise is", bounce: "it is thrown back to" }[session.data.edition.off_floor] ?? "it stays on";
  return `${rolled}: ${stopInWords(met)}; ${how} ${squareOf(session, number)}.`;
}

/** A square, and what lies there that a ball has to do with. */
function squareOf({ board }, number) {
  const { obstacle, terrain } = board.squares[number], portal = board.portals.get(number);
  const things = [obstacle, !obstacle && !board.walkable(number) && terrain].filter(Boolean).map(plain);
  if (portal) things.push(`portal ${portal}`);
  return [place(board.at(number)), ...things].join(" ");
}

/** What the book says of it, in short. */
function clauses({ table, wall_bounce }, { eight }) {
  const entries = (eight === null ? [table?.bouncing] : [table?.scatter, table?.loose_ball]).filter(Boolean);
  return [
    ...entries.map(({ happens, source }) => el("p", { className: "hint" }, `${happens} `, el("small", {}, `(${source})`))),
    ...(eight === null ? [el("p", { className: "hint" }, wall_bounce ? READING : "The book has no throw at a wall.")] : []),
  ];
}

/** Where the ball comes to, step by step, each with the place where a wall threw it off; nothing before it is asked for. */
function flightOf({ board, data }, asked) {
  const start = board.find(...asked.from), { edition } = data;
  if (asked.eight !== null) return [{ at: board.at(ballScatter(board, edition, start, asked.eight).number), off: null }];
  if (asked.direction === null) return [];
  return ballWay(board, edition, start, asked.direction, distanceOf(data, asked)).map(({ number, off }) => ({ at: board.at(number), off }));
}

/** Draw the way of the ball over the map. */
export function drawFlight(session, overlay, asked) {
  overlay.flight(flightOf(session, asked), asked.from);
}
