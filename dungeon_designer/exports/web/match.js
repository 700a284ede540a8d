// A match at the table: a list of what was done, and the state it leads to. To undo is to forget the last of the list.

import { DICE, isRoll } from "./dice.js";

/** What may be done, and whether its figures are possible: the list may have come with a link. */
const POSSIBLE = {
  start: (data, places) => Array.isArray(places) && places.length <= data.chests.length
    && new Set(places).size === places.length && places.every((at) => data.chests.includes(at)),
  chest: (data, at) => data.chests.includes(at),
  door: (data, at) => within(data.squares, at) && data.squares[at][6] > 0,
  counter: (data, at, face) => data.traps[at]?.kind === "counter" && FACES.includes(face),
  trapdoor: (data, at) => data.traps[at]?.kind === "trapdoor",
  portal: (data, from, to, eight) => (from === 0 || numbered(data, from)) && numbered(data, to) && isFace(eight, 8),
  room: (data, at, die) => within(data.rooms, at) && isFace(die, 6),
  stone: (data, at, one, other) => within(data.stones, at) && isFace(one, 6) && isFace(other, 6),
  dice: (data, name, values) => isRoll(name, values),
  die: (data, sides, value) => DICE.includes(sides) && isFace(value, sides),
  turn: () => true,
  score: (data, side) => within(data.sides, side),
};

export const FACES = ["nothing", "open_pit", "spiked_pit"];
const MOST_EVENTS = 5000;

const within = (list, at) => Number.isInteger(at) && at >= 0 && at < list.length;
const isFace = (value, sides) => Number.isInteger(value) && value >= 1 && value <= sides;
const numbered = (data, number) => data.portals.some(([each]) => each === number);

/** Whether a list from elsewhere could have been made on this page. */
export function isPossible(data, events) {
  return Array.isArray(events) && events.length <= MOST_EVENTS && events.every((event) => {
    if (!Array.isArray(event) || !Object.hasOwn(POSSIBLE, event[0])) return false;
    const check = POSSIBLE[event[0]];
    return event.length === check.length + (check.length ? 0 : 1) && Boolean(check(data, ...event.slice(1)));
  });
}

/** The state of the table before anything was done. */
function fresh(data) {
  return {
    begun: false, hides: [], opened: new Set(), doors: {}, faces: {}, sprung: new Set(),
    turned: data.rooms.map(() => 0), stones: data.stones.map(() => ({ offset: 0, way: 1 })),
    due: new Set(), turn: 0, scores: data.sides.map(() => 0),
  };
}

const DO = {
  start: (state, data, places) => { state.begun = true; state.hides = places; },
  chest: (state, data, at) => { state.opened.add(at); },
  door: (state, data, at) => { state.doors[at] = (state.doors[at] ?? data.squares[at][6]) === 1 ? 2 : 1; },
  counter: (state, data, at, face) => { state.faces[at] = face; },
  trapdoor: (state, data, at) => { state.sprung.add(at); },
  room: (state, data, at, die) => {
    state.turned[at] = (state.turned[at] + quartersFor(die)) % 4;
    state.due.delete(`room ${at}`);
  },
  stone: (state, data, at, one, other) => {
    state.stones[at] = rolled(data.stones[at], state.stones[at], one + other);
    state.due.delete(`stone ${at}`);
  },
  turn: (state, data) => { state.turn += 1; state.due = machinesOf(data); },
  score: (state, data, side) => { state.scores[side] += 1; },
};

/** The state that a list of doings leads to. */
export function stateAfter(data, events) {
  const state = fresh(data);
  state.due = machinesOf(data);
  for (const [what, ...figures] of events) DO[what]?.(state, data, ...figures);
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

/** What a chest held: `ball`, or `trap`. */
export function contentOf(state, chest) {
  return state.hides.includes(chest) ? "ball" : "trap";
}

/** The side whose turn it is, and the how manieth of its turns. */
export function turnOf(data, state) {
  const count = data.sides.length;
  return { side: state.turn % count, round: 1 + Math.floor(state.turn / count) };
}
