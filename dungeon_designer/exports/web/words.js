// What is said of squares, of dice and of the match, in plain words.

import { COMPASS } from "./board.js";
import { BLOCK_FACES, scatterDirection, scatteredTo } from "./dice.js";
import { contentOf, quartersFor, recovery } from "./match.js";

const TURNS = ["nothing happens", "a quarter to the right", "half a turn", "a quarter to the left"];
const EMBLEMS = { circle: "●", square: "■", triangle: "▲", diamond: "◆", cross: "✚", star: "★" };

/** A name as files write it, as people do. */
export const plain = (word) => word.replaceAll("_", " ");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const place = ([x, y]) => `(${x}, ${y})`;

/** A number of things: `1 step`, `2 steps`. */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A side with the shape that tells it apart. */
export const sideInWords = ({ id, emblem }) => (emblem ? `${EMBLEMS[emblem]} ${id}` : id);

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

const JUMPED = { step: "", again: "Once more: ", sent: "Sent on: " };

/** What came of a roll on a portal, in lines, and the square arrived at (-1 when lost). */
export function arrival({ data, board }, [, from, to, eights, how]) {
  const begun = `${JUMPED[how]}${from ? `From portal ${from}` : "From the dug-out"}: ${to}`, hurt = hurtInWords(data.edition, how);
  if (from === to) return { lines: [`${begun}, his own number. Lost!`, data.edition.lost, hurt].filter(Boolean), number: -1 };
  const portal = [...board.portals].find(([, number]) => number === to)?.[0] ?? -1;
  if (portal < 0) return { lines: [`${begun}.`], number: -1 };
  const { lines, number } = data.edition.arrival === "beside" ? scattering(data.edition, board, portal, eights) : {
    lines: [`He arrives on portal ${to} at ${place(board.at(portal))}.`, !data.edition.onward && "He moves no further in this turn.", data.edition.occupied === "chain" && "Whoever stood there is sent on: roll for him."],
    number: portal,
  };
  return { lines: [`${begun}.`, ...lines, hurt].filter(Boolean), number };
}

function hurtInWords({ second_jump: second }, how) {
  if (second !== "hurts" || how === "step") return "";
  return `${how === "again" ? "This was his second jump of the turn" : "If he has jumped before in this turn"}: roll for his injury, without armour.`;
}

function scattering({ occupied }, board, portal, eights) {
  const eight = eights.at(-1), found = scatteredTo(board, portal, eight), way = COMPASS[scatterDirection(eight)];
  const lines = eights.length > 1 ? [`Scatter ${eights.slice(0, -1).join(", ")}: into a wall, rolled again.`] : [];
  if (!found) return { lines: [...lines, `Scatter ${eight}, ${way}: there is no room beside it.`], number: portal };
  const aside = found.moved ? "; blocked, so the next free square clockwise" : "";
  lines.push(`Scatter ${eight}, ${way}${aside}: ${place(board.at(found.number))}.`);
  if (occupied === "push") return { lines: [...lines, "Whoever stands there is pushed."], number: found.number };
  const further = [1, 2, 3, 4, 5, 6, 7, 8].find((each) => scatterDirection(each) === (found.direction + 1) % 8);
  const next = scatteredTo(board, portal, further);
  return { lines: [...lines, `Where somebody stands there: ${place(board.at(next.number))}, the next one clockwise.`], number: found.number };
}

const RECOVERED = { reserves: "back in the reserves", dungeon: "coming in by a portal" };

const SAYS = {
  first: ({ data }, side, rolls) => (rolls.length ? `D6 for the first turn: ${rolls.map((dice) => dice.join(" and ")).join(", again: ")}. ` : "") + firstInWords(data, side, rolls),
  chest: ({ data }, at, content) => `Chest at ${drawnAt(data, at)}: ${content === "ball" ? "the ball!" : "a trap."}`,
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
  drive: ({ data }, side) => `A new drive${side < 0 ? "" : `: ${data.sides[side].id} has the first turn`}. ${driveInWords(data)}`,
  reserve: (session, way) => `A reserve comes in by ${plain(way)}.`,
  recover: ({ data }, side, when, dice) => {
    const { target, to } = recovery(data.edition, when);
    const back = target ? `, D6: ${dice.join(", ")}; ${dice.filter((die) => die >= target).length}` : ": one";
    return `Knocked out of ${data.sides[side].id}${back} ${RECOVERED[to]}.`;
  },
  box: ({ data }, side, box, by) => `${capital(plain(box))} of ${data.sides[side].id}: ${by < 0 ? "one less" : "one more"}.`,
  left: (session, dice) => `Turns left, D6 each: ${dice.join(" + ")} = ${dice.reduce((sum, die) => sum + die, 0)}.`,
};

function firstInWords({ sides, edition }, side, rolls) {
  return rolls.length && edition.begins === "chosen" ? `${sides[side].id} says who begins.` : `${sides[side].id} has the first turn.`;
}

/** What a new drive puts back. */
export function driveInWords({ edition: { drive_resets: back } }) {
  const others = back.length ? `; ${new Intl.ListFormat("en").format(back)} are as at the start` : "; all else stays as it is";
  return `The chests are shut, and hidden anew${others}.`;
}

const blockInWords = (values) => `${values.length > 1 ? `${values.length} block dice` : "Block die"}: ${values.map((value) => BLOCK_FACES[value - 1]).join(", ")}.`;

const sumInWords = (name, values) => `${name}: ${values.join(" + ")} = ${values.reduce((sum, value) => sum + value)}.`;

const drawnAt = (data, number) => place(data.squares[number]);

/** Something that was done, in a line. */
export function eventInWords(session, [what, ...figures]) {
  return SAYS[what](session, ...figures).trim();
}
