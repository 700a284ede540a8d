// A match at the table: a list of what was done, and the state it leads to. Nothing leaves the list: to undo is to add
// that what was done last is undone. What a chest holds stands in it from when the chest is opened, and nowhere before.

import { DICE, isRoll, isSum } from "./dice.js";

export const FACES = ["nothing", "open_pit", "spiked_pit"];
export const CONTENTS = ["ball", "trap"];
export const BOXES = ["reserves", "knocked_out", "casualties"];
/** How one comes to a portal: by a step, by another one in the same turn, or sent on by who arrives where he stood. */
export const JUMPS = ["step", "again", "sent"];
/** When the knocked out may come back: in a turn, instead of a reserve, or after a touchdown. */
const RECOVERIES = ["turn", "drive"];
/** Where a roll is made that belongs to no square. */
export const NOWHERE = -1;
const MOST_EVENTS = 5000;

const within = (list, at) => Number.isInteger(at) && at >= 0 && at < list.length;
const isFace = (value, sides) => Number.isInteger(value) && value >= 1 && value <= sides;
const areFaces = (values, sides) => Array.isArray(values) && values.length <= 20 && values.every((value) => isFace(value, sides));
const numbered = (data, number) => data.portals.some(([each]) => each === number);

/** What may be done, and whether its figures are possible: the list may have come with a link. */
const POSSIBLE = {
  first: (data, side, rolls) => within(data.sides, side) && Array.isArray(rolls)
    && rolls.every((dice) => areFaces(dice, 6) && dice.length === data.sides.length) && (!rolls.length || winnerOf(rolls.at(-1)) === side),
  chest: (data, at, content) => data.chests.includes(at) && CONTENTS.includes(content),
  door: (data, at) => within(data.squares, at) && data.squares[at][6] > 0,
  counter: (data, at, face) => data.traps[at]?.kind === "counter" && FACES.includes(face),
  trapdoor: (data, at) => data.traps[at]?.kind === "trapdoor",
  portal: (data, from, to, eights, how) => (from === 0 || numbered(data, from)) && numbered(data, to) && areFaces(eights, 8) && JUMPS.includes(how),
  room: (data, at, die) => within(data.rooms, at) && isFace(die, 6),
  stone: (data, at, one, other) => within(data.stones, at) && isFace(one, 6) && isFace(other, 6),
  dice: (data, name, values) => isRoll(name, values),
  die: (data, sides, value) => DICE.includes(sides) && isFace(value, sides),
  roll: (data, at, topic, name, value) => (at === NOWHERE || within(data.squares, at)) && Object.hasOwn(data.edition.table, topic)
    && Object.hasOwn(data.edition.table[topic].rolls ?? {}, name) && isSum(data.edition.table[topic].rolls[name].dice, value),
  turn: () => true,
  score: (data, side) => within(data.sides, side),
  drive: (data, side) => side === -1 || within(data.sides, side),
  reserve: (data, way) => data.edition.reserves_by.includes(way),
  recover: (data, side, when, dice) => within(data.sides, side) && RECOVERIES.includes(when) && Boolean(recovery(data.edition, when)) && areFaces(dice, 6),
  box: (data, side, box, by) => within(data.sides, side) && BOXES.includes(box) && Math.abs(by) === 1,
  left: (data, dice) => countsDown(data.edition) && areFaces(dice, 6) && dice.length === data.sides.length,
  undo: () => true,
};

/** Whether a list from elsewhere could have been made on this page. */
export function isPossible(data, events) {
  return Array.isArray(events) && events.length <= MOST_EVENTS && events.every((event) => {
    if (!Array.isArray(event) || !Object.hasOwn(POSSIBLE, event[0])) return false;
    const check = POSSIBLE[event[0]];
    return event.length === Math.max(1, check.length) && Boolean(check(data, ...event.slice(1)));
  }) && holdsWhatThereIs(data, logOf(events));
}

/** What was done, each with its `event`, the `drive` it was in, and whether it is `undone`. */
export function logOf(events) {
  const log = [], standing = [];
  for (const event of events) {
    if (event[0] === "undo") {
      const last = standing.pop();
      if (last) last.undone = true;
      continue;
    }
    const entry = { event, undone: false, drive: (standing.at(-1)?.drive ?? 1) + (event[0] === "drive" ? 1 : 0) };
    log.push(entry);
    standing.push(entry);
  }
  return log;
}

/** What the chests of a drive hold, as far as somebody has seen it: to undo an opening is not to forget. */
export function seenIn(log, drive) {
  return new Map(log.filter((each) => each.drive === drive && each.event[0] === "chest").map(({ event: [, at, content] }) => [at, content]));
}

/** Whether no chest held two things in one drive, and no more balls and traps came out than there are. */
function holdsWhatThereIs(data, log) {
  return log.every(({ drive, event: [what, at, content] }) => {
    if (what !== "chest") return true;
    const seen = seenIn(log, drive), balls = ballsIn(seen);
    return seen.get(at) === content && balls <= data.balls && seen.size - balls <= Math.max(0, data.chests.length - data.balls);
  });
}

const ballsIn = (contents) => [...contents.values()].filter((content) => content === "ball").length;

/** The balls that are still hidden, and the chests they can be in. */
export function hiddenIn(data, contents) {
  return { balls: Math.max(0, data.balls - ballsIn(contents)), chests: data.chests.length - contents.size };
}

/** The state of the table before anything was done. */
function fresh(data) {
  return {
    drive: 1, first: 0, turn: 0, begun: false, scorer: null, scores: data.sides.map(() => 0), left: null,
    opened: new Map(), doors: {}, faces: {}, sprung: new Set(),
    turned: data.rooms.map(() => 0), stones: data.stones.map(() => ({ offset: 0, way: 1 })),
    due: machinesOf(data), entered: 0, tried: false, jumps: 0,
    boxes: data.sides.map(() => ({ reserves: data.edition.reserves ?? 0, knocked_out: 0, casualties: 0 })),
  };
}

/** What a new drive can put back, and where it is kept. */
const RESETS = { trapdoors: ["sprung"], doors: ["doors"], counters: ["faces"], machines: ["turned", "stones"] };

const DO = {
  first: (state, data, side, rolls) => { Object.assign(state, { first: side, begun: !rolls.length || data.edition.begins === "rolled" }); },
  chest: (state, data, at, content) => { state.opened.set(at, content); },
  door: (state, data, at) => { state.doors[at] = (state.doors[at] ?? data.squares[at][6]) === 1 ? 2 : 1; },
  counter: (state, data, at, face) => { state.faces[at] = face; },
  trapdoor: (state, data, at) => { state.sprung.add(at); },
  portal: (state, data, from) => {
    if (from === 0) enter(state, data);
    else state.jumps += 1;
  },
  room: (state, data, at, die) => {
    state.turned[at] = (state.turned[at] + quartersFor(die)) % 4;
    state.due.delete(`room ${at}`);
  },
  stone: (state, data, at, one, other) => {
    state.stones[at] = rolled(data.stones[at], state.stones[at], one + other);
    state.due.delete(`stone ${at}`);
  },
  turn: (state, data) => { state.turn += 1; beginTurn(state, data); },
  score: (state, data, side) => { state.scores[side] += 1; state.scorer = side; },
  drive: (state, data, side) => {
    const anew = fresh(data);
    for (const field of data.edition.drive_resets.flatMap((what) => RESETS[what])) state[field] = anew[field];
    Object.assign(state, { drive: state.drive + 1, first: Math.max(0, side), turn: 0, begun: side >= 0, scorer: null, opened: anew.opened });
    beginTurn(state, data);
  },
  reserve: (state, data) => { enter(state, data); },
  recover: (state, data, side, when, dice) => {
    const { target, to } = recovery(data.edition, when), box = state.boxes[side];
    const back = target ? dice.filter((die) => die >= target).length : 1;
    put(box, "knocked_out", -back);
    if (to === "reserves") put(box, "reserves", back);
    if (when === "drive") return;
    state.tried = true;
    if (to === "reserves") state.entered += 1;
  },
  box: (state, data, side, box, by) => { put(state.boxes[side], box, by); },
  left: (state, data, dice) => { state.left = dice.reduce((sum, die) => sum + die, 0); },
};

function put(box, name, by) {
  box[name] = Math.max(0, box[name] + by);
}

/** Somebody comes into the dungeon for the side whose turn it is. */
function enter(state, data) {
  state.entered += 1;
  put(state.boxes[turnOf(data, state).side], "reserves", -1);
}

function beginTurn(state, data) {
  Object.assign(state, { due: machinesOf(data), entered: 0, tried: false, jumps: 0 });
  if (state.left !== null) state.left -= 1;
}

/** The state that a list of doings leads to. */
export function stateAfter(data, events) {
  const state = fresh(data);
  for (const { undone, event: [what, ...figures] } of logOf(events)) if (!undone) DO[what]?.(state, data, ...figures);
  return state;
}

/** The machines that move at the start of a turn. */
function machinesOf(data) {
  return new Set([...data.rooms.map((_, at) => `room ${at}`), ...data.stones.map((_, at) => `stone ${at}`)]);
}

/** Clockwise quarters by D6: 1 none, 2 to 5 one to the left, 6 half a turn (brawl-2013, Hogwurts). */
export function quartersFor(die) {
  return die === 1 ? 0 : die === 6 ? 2 : 3;
}

/** A stone ball after some squares more; at either end of its track it turns round (brawl-2013, The Temple of Doom). */
export function rolled({ length, depth }, { offset, way }, squares) {
  const most = length - depth;
  for (let left = most > 0 ? squares : 0; left > 0; left -= 1) {
    if (offset + way < 0 || offset + way > most) way = -way;
    offset += way;
  }
  return { offset, way };
}

/** What an opened chest held: `ball`, or `trap`. */
export function contentOf(state, chest) {
  return state.opened.get(chest);
}

/** The side whose turn it is, and the how manieth of its turns in this drive. */
export function turnOf(data, state) {
  const count = data.sides.length;
  return { side: (state.first + state.turn) % count, round: 1 + Math.floor(state.turn / count) };
}

/** The side that rolled highest; -1 where several did. */
export function winnerOf(dice) {
  const most = Math.max(...dice);
  return dice.indexOf(most) === dice.lastIndexOf(most) ? dice.indexOf(most) : -1;
}

/**
 * How the knocked out come back in a turn or after a touchdown: by which roll of a D6, null where none is asked, and where to;
 * null where they do not.
 */
export function recovery({ recovers_instead: instead, table }, when) {
  if (when === "turn" && instead) return { target: null, to: "reserves" };
  const rolls = table.knocked_out?.rolls ?? {}, asked = when === "turn" ? rolls.return : rolls.drive;
  return asked ? { target: parseInt(Object.keys(asked.outcomes)[0], 10), to: when === "turn" ? "dungeon" : "reserves" } : null;
}

/** Whether dice say at some time how many turns are left. */
export const countsDown = ({ table }) => Boolean(table.time?.rolls?.turns);

/** The side that begins the drive after a touchdown, -1 where that is found out as at the start of the match. */
export function nextFirst(data, { scorer }) {
  if (data.edition.drive_first === "chosen") return -1;
  return data.edition.drive_first === "scored" ? scorer : (scorer + 1) % data.sides.length;
}

/** Why the side whose turn it is brings in nobody now; empty when it may. */
export function entryBar(data, state) {
  const { reserves_a_turn: most, reserves_from: from, first_side_waits: waits } = data.edition, { side, round } = turnOf(data, state);
  if (round < from) return `Reserves come in from turn ${from}.`;
  if (waits && round === 1 && side === state.first) return "The team with the first turn brings in nobody in that turn.";
  if (most !== null && state.entered >= most) return `No more than ${most} a turn.`;
  return "";
}

/** Why the match is over, as far as the page can know; empty when it goes on. */
export function ending(data, state) {
  if (state.left !== null && state.left < 0) return "No turns are left: the match is over.";
  if (state.scorer === null || data.edition.after_touchdown === "drive") return "";
  return `A touchdown ends the match: ${data.sides[state.scorer].id} has won.`;
}
