// What is said of squares, of dice and of the match, in plain words.

import { COMPASS } from "./board.js";
import { BLOCK_FACES, scatterDirection, scatteredTo } from "./dice.js";
import { contentOf, quartersFor } from "./match.js";

const TURNS = ["nothing happens", "a quarter to the right", "half a turn", "a quarter to the left"];
const EMBLEMS = { circle: "●", square: "■", triangle: "▲", diamond: "◆", cross: "✚", star: "★" };

/** A name as files write it, as people do. */
export const plain = (word) => word.replaceAll("_", " ");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const place = ([x, y]) => `(${x}, ${y})`;

/** A number of things: `1 step`, `2 steps`. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A side with the shape that tells it apart. */
export const sideInWords = ({ id, emblem }) => `${EMBLEMS[emblem]} ${id}`;

/** What a square is: lines, the room first. */
export function squareInWords({ data, board, state }, number) {
  const square = board.squares[number], { section } = square;
  return [
    roomInWords(section),
    section.rule,
    square.terrain && `${capital(plain(square.terrain))}.`,
    square.obstacle && `${capital(plain(square.obstacle))}: nobody stands here${opaqueWords(data, square)}.`,
    ...thingsInWords(data, board, state, number),
    machineInWords(data, board, number),
    leapInWords(data, number),
  ].filter(Boolean);
}

function roomInWords({ kind, side, name }) {
  const what = [side ? `${plain(kind)} of ${side}` : plain(kind)].join("");
  return name ? `${name} (${what})` : capital(what);
}

const opaqueWords = (data, { obstacle }) => (data.edition.opaque.includes(obstacle) ? ", nor sees across" : "");

function* thingsInWords(data, board, state, number) {
  const { door } = board.squares[number];
  if (board.isEntry(number)) yield "An entry: a wall to all but the ball carrier who scores in it.";
  if (door) yield door === 1 ? "A door, shut: a wall for sight and for standing." : "A door, open.";
  if (board.portals.has(number)) yield portalInWords(data, board.portals.get(number));
  if (board.chests.has(number)) yield chestInWords(data, state, number);
  for (const [at, trap] of trapsAt(data, number)) yield trapInWords(data, state, trap, at);
}

function portalInWords({ edition }, number) {
  const cost = edition.jump === null ? "" : edition.jump ? ` It costs ${counted(edition.jump, "square")}.` : " It is free.";
  const how = edition.arrival === "beside" ? "is scattered beside it" : "arrives on it";
  return `Portal ${number}: who steps on it rolls for another and ${how}; on his own number he is lost.${cost}`;
}

function chestInWords({ edition }, state, number) {
  if (state.opened.has(number)) return contentOf(state, number) === "ball" ? "A chest, opened: the ball!" : "A chest, opened: a trap.";
  return edition.impassable ? "A chest: it is opened from a square beside it." : "A chest: who enters its square opens it.";
}

function trapInWords(data, state, trap, at) {
  if (trap.kind === "counter") {
    const face = state.faces[at] ?? trap.content;
    return `A counter${trap.owner ? ` of ${trap.owner}` : ""}${face ? `: ${plain(face)}` : ", face down"}.`;
  }
  const below = trap.below ? `; below: ${plain(trap.below)}` : "";
  const size = trap.squares.length > 1 ? ` of ${trap.squares.length} squares` : "";
  return `${capital(plain(trap.kind))}${size}${state.sprung.has(at) ? ", open" : ""}${below}.`;
}

function machineInWords(data, board, number) {
  if (roomAt(data, number) >= 0) return "This room turns: at the start of each turn a D6 says how far, and all on it goes along.";
  if (stoneAt(data, number) >= 0) return "A stone ball rolls along here: 2D6 squares at the start of each turn, and back from either end.";
  return "";
}

function leapInWords(data, number) {
  const [x, y] = data.squares[number];
  const beside = data.leaps.some(([left, top, side, width]) => {
    const level = side === "north" || side === "south";
    return level ? y === top && x >= left && x < left + width : x === left && y >= top && y < top + width;
  });
  return beside ? "A leap edge: a player who can leap may jump over the hazard from here." : "";
}

/** The traps on a square as drawn, each with its number. */
export function trapsAt(data, number) {
  const [x, y] = data.squares[number];
  return [...data.traps.entries()].filter(([, trap]) => trap.squares.some(([u, v]) => u === x && v === y));
}

/** The number of the turning room that a square belongs to, -1 without. */
export function roomAt(data, number) {
  const [x, y] = data.squares[number];
  return data.rooms.findIndex(({ corner: [u, v], size }) => x >= u && x < u + size && y >= v && y < v + size);
}

/** The number of the rolling ball whose track a square belongs to, -1 without. */
export function stoneAt(data, number) {
  const [x, y] = data.squares[number];
  return data.stones.findIndex(({ at: [u, v], size: [wide, high], step: [dx, dy], length, depth }) => {
    const more = length - depth;
    const left = u + Math.min(0, dx * more), top = v + Math.min(0, dy * more);
    return x >= left && x < left + wide + Math.abs(dx) * more && y >= top && y < top + high + Math.abs(dy) * more;
  });
}

/** What came of a roll on a portal, in lines, and the square arrived at (-1 when lost). */
export function arrival({ data, board }, [, from, to, eight]) {
  const begun = from ? `From portal ${from}` : "From the dug-out";
  if (from === to) return { lines: [`${begun}: ${to}, his own number. Lost!`, data.edition.lost], number: -1 };
  const portal = [...board.portals].find(([, number]) => number === to)?.[0] ?? -1;
  const lines = [`${begun}: ${to}.`];
  if (portal < 0) return { lines, number: -1 };
  if (data.edition.arrival !== "beside") {
    return { lines: [...lines, `He arrives on portal ${to} at ${place(board.at(portal))}.`], number: portal };
  }
  const found = scatteredTo(board, portal, eight), way = COMPASS[scatterDirection(eight)];
  if (!found) return { lines: [...lines, `Scatter ${eight}, ${way}: there is no room beside it.`], number: portal };
  const aside = found.moved ? "; blocked, so the next free square clockwise" : "";
  return { lines: [...lines, `Scatter ${eight}, ${way}${aside}: ${place(board.at(found.number))}.`], number: found.number };
}

const SAYS = {
  start: ({ data }, places) => (places.length ? `The match begins; ${counted(places.length, "ball")} hidden blindly in ${counted(data.chests.length, "chest")}.` : "The match begins."),
  chest: ({ data, state }, at) => `Chest at ${drawnAt(data, at)}: ${contentOf(state, at) === "ball" ? "the ball!" : "a trap."}`,
  door: ({ data }, at) => `Door at ${drawnAt(data, at)} opened or shut.`,
  counter: ({ data }, at, face) => `Counter at ${place(data.traps[at].squares[0])}: ${plain(face)}.`,
  trapdoor: ({ data }, at) => `Trapdoor at ${place(data.traps[at].squares[0])} opens.`,
  portal: (session, ...roll) => arrival(session, ["portal", ...roll]).lines.join(" "),
  room: (session, at, die) => `Turning room, D6: ${die}, ${TURNS[quartersFor(die)]}.`,
  stone: (session, at, one, other) => `Rolling ball, 2D6: ${one} + ${other} = ${one + other} squares.`,
  dice: (session, name, values) => (name === "block" ? blockInWords(values) : sumInWords(name, values)),
  die: (session, sides, value) => `D${sides}: ${value}.`,
  turn: () => "The next side's turn.",
  score: ({ data }, side) => `Touchdown for ${data.sides[side].id}!`,
};

const blockInWords = (values) => `${values.length > 1 ? `${values.length} block dice` : "Block die"}: ${values.map((value) => BLOCK_FACES[value - 1]).join(", ")}.`;

const sumInWords = (name, values) => `${name}: ${values.join(" + ")} = ${values.reduce((sum, value) => sum + value)}.`;

const drawnAt = (data, number) => place(data.squares[number]);

/** Something that was done, in a line. */
export function eventInWords(session, [what, ...figures]) {
  return SAYS[what](session, ...figures).trim();
}
