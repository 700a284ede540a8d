// What is said of squares, of dice and of the match, in plain words.

import { COMPASS } from "./board.js";
import { BLOCK_FACES, scatterDirection, scatteredTo } from "./dice.js";
import { NOWHERE, contentOf, quartersFor, recovery } from "./match.js";

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

/** What a square is: lines, the room first, then what playing in it means and what lies there. */
export function squareInWords(session, number) {
  const { section } = session.board.squares[number];
  const things = topicsAt(session, number).filter((topic) => topic !== "wall").map((topic) => `${thingInWords(session, number, topic)}.`);
  return [roomInWords(section), section.rule, ...things].filter(Boolean);
}

function roomInWords({ kind, side, name }) {
  const what = [side ? `${plain(kind)} of ${side}` : plain(kind)].join("");
  return name ? `${name} (${what})` : capital(what);
}

/** The topics of the edition's table on a square: things as drawn, then what a counter or an open trapdoor shows to be there. */
export function topicsAt({ data, state }, number) {
  const drawn = Object.keys(data.things).filter((topic) => data.things[topic].includes(number));
  const shown = trapsAt(data, number).map(([at, trap]) => (state.sprung.has(at) ? trap.below : state.faces[at] ?? trap.content));
  const found = [...drawn, ...shown.map((what) => (what === "pit" ? "open_pit" : what))];
  return [...new Set(found)].filter((topic) => Object.hasOwn(data.edition.table, topic));
}

/** A thing on a square, and how it stands now. */
export function thingInWords({ data, board, state }, number, topic) {
  if (topic === "wall") return "Wall";
  if (topic === "chest") return `Chest, ${state.opened.has(number) ? `opened: ${contentInWords(contentOf(state, number))}` : "shut"}`;
  if (topic === "portal") return `Portal ${board.portals.get(number)}`;
  if (topic === "door") return ["Door", "Door, shut", "Door, open"][board.squares[number].door];
  const [at, trap] = trapsAt(data, number).find(([, { kind }]) => kind === topic) ?? [];
  return trap ? trapInWords(state, trap, at) : capital(plain(topic));
}

const contentInWords = (content) => (content === "ball" ? "the ball!" : "a trap");

function trapInWords(state, { kind, owner, content, squares, below }, at) {
  if (kind === "counter") {
    const face = state.faces[at] ?? content;
    return `Counter${owner ? ` of ${owner}` : ""}${face ? `: ${plain(face)}` : ", face down"}`;
  }
  const size = squares.length > 1 ? ` of ${squares.length} squares` : "";
  return `${capital(plain(kind))}${size}${state.sprung.has(at) ? ", open" : ""}${below ? `; below: ${plain(below)}` : ""}`;
}

/** The traps on a square as drawn, each with its number. */
export function trapsAt(data, number) {
  const [x, y] = data.squares[number];
  return [...data.traps.entries()].filter(([, trap]) => trap.squares.some(([u, v]) => u === x && v === y));
}

/** The number of the rotating room that a square belongs to, -1 without. */
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
  if (from === to) return { lines: [`${begun}, its own number. Lost!`, data.edition.lost, hurt].filter(Boolean), number: -1 };
  const portal = [...board.portals].find(([, number]) => number === to)?.[0] ?? -1;
  if (portal < 0) return { lines: [`${begun}.`], number: -1 };
  const { lines, number } = data.edition.arrival === "beside" ? scattering(data.edition, board, portal, eights) : {
    lines: [`The player arrives on portal ${to} at ${place(board.at(portal))}.`, !data.edition.onward && "The player moves no further in this turn.", data.edition.occupied === "chain" && "The player who stood there is sent on: roll for that player."],
    number: portal,
  };
  return { lines: [`${begun}.`, ...lines, hurt].filter(Boolean), number };
}

function hurtInWords({ second_jump: second }, how) {
  if (second !== "hurts" || how === "step") return "";
  return `${how === "again" ? "This was the player's second jump of the turn" : "If the player has jumped before in this turn"}: roll for the injury, without armour.`;
}

function scattering({ occupied }, board, portal, eights) {
  const eight = eights.at(-1), found = scatteredTo(board, portal, eight), way = COMPASS[scatterDirection(eight)];
  const lines = eights.length > 1 ? [`Scatter ${eights.slice(0, -1).join(", ")}: into a wall, rolled again.`] : [];
  if (!found) return { lines: [...lines, `Scatter ${eight}, ${way}: there is no room beside it.`], number: portal };
  const aside = found.moved ? "; blocked, so the next free square clockwise" : "";
  lines.push(`Scatter ${eight}, ${way}${aside}: ${place(board.at(found.number))}.`);
  if (occupied === "push") return { lines: [...lines, "The player who stands there is pushed."], number: found.number };
  const further = [1, 2, 3, 4, 5, 6, 7, 8].find((each) => scatterDirection(each) === (found.direction + 1) % 8);
  const next = scatteredTo(board, portal, further);
  return { lines: [...lines, `If a player stands there: ${place(board.at(next.number))}, the next one clockwise.`], number: found.number };
}

const RECOVERED = { reserves: "back in the reserves", dungeon: "coming in by a portal" };

const SAYS = {
  first: ({ data }, side, rolls) => (rolls.length ? `D6 for the first turn: ${rolls.map((dice) => dice.join(" and ")).join(", again: ")}. ` : "") + firstInWords(data, side, rolls),
  chest: ({ data }, at, content) => `Chest at ${drawnAt(data, at)}: ${contentInWords(content)}${content === "ball" ? "" : "."}`,
  door: ({ data }, at) => `Door at ${drawnAt(data, at)} opened or shut.`,
  counter: ({ data }, at, face) => `Counter at ${place(data.traps[at].squares[0])}: ${plain(face)}.`,
  trapdoor: ({ data }, at) => `Trapdoor at ${place(data.traps[at].squares[0])} opens.`,
  portal: (session, ...roll) => arrival(session, ["portal", ...roll]).lines.join(" "),
  room: (session, at, die) => `Rotating room, D6: ${die}, ${TURNS[quartersFor(die)]}.`,
  stone: (session, at, one, other) => `Rolling ball, 2D6: ${one} + ${other} = ${one + other} squares.`,
  dice: (session, name, values) => (name === "block" ? blockInWords(values) : sumInWords(name, values)),
  die: (session, sides, value) => `D${sides}: ${value}.`,
  roll: ({ data }, at, topic, name, value) => {
    const { dice, when, outcomes } = data.edition.table[topic].rolls[name], added = /[-+−]\d|added/.test(when) ? ", with nothing added" : "";
    return `${capital(plain(topic))}${at === NOWHERE ? "" : ` at ${drawnAt(data, at)}`}, ${plain(name)}, ${dice}: ${value}${added}. ${outcomeOf(outcomes, value)}`;
  },
  turn: () => "The next team's turn.",
  score: ({ data }, side) => `Touchdown for ${data.sides[side].id}!`,
  drive: ({ data }, side) => `A new drive${side < 0 ? "" : `: ${data.sides[side].id} has the first turn`}. ${capital(driveInWords(data))}`,
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
  return rolls.length && edition.begins === "chosen" ? `${sides[side].id} chooses who begins.` : `${sides[side].id} has the first turn.`;
}

/** What a new drive puts back, as the rest of a sentence. */
export function driveInWords({ edition: { drive_resets: back } }) {
  const others = back.length ? `; ${new Intl.ListFormat("en").format(back)} are as at the start` : "; everything else stays as it is";
  return `the chests are shut and shuffled again${others}.`;
}

const blockInWords = (values) => `${values.length > 1 ? `${values.length} block dice` : "Block die"}: ${values.map((value) => BLOCK_FACES[value - 1]).join(", ")}.`;

const sumInWords = (name, values) => `${name}: ${values.join(" + ")} = ${values.reduce((sum, value) => sum + value)}.`;

/** What a result means; nothing where the table says that in words that no page can judge. */
function outcomeOf(outcomes, value) {
  const found = Object.keys(outcomes).find((result) => {
    const [, first, upwards, last, open] = /^(\d+)(?:(\+)|-(\d+)| or (more|less))?$/.exec(result) ?? [];
    if (!first || open === "less") return open === "less" && value <= Number(first);
    return value >= Number(first) && (upwards || open || value <= Number(last ?? first));
  });
  return outcomes[found] ?? "";
}

const drawnAt = (data, number) => place(data.squares[number]);

/** Something that was done, in a line. */
export function eventInWords(session, [what, ...figures]) {
  return SAYS[what](session, ...figures).trim();
}
