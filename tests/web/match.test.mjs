// The match, its dice, its clock and how it is handed on: run by `node --test`, which tests/web/test_modules.py calls.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { Board } = await import(new URL("board.js", web));
const { BLOCK_FACES, DICE, draw, roll, rollSome, scatterDirection, scatteredTo } = await import(new URL("dice.js", web));
const { Awake } = await import(new URL("awake.js", web));
const { contentOf, isPossible, quartersFor, rolled, stateAfter, turnOf } = await import(new URL("match.js", web));
const { STOPPED, clockWords, deadlinesAt, elapsed, toggled, turnBegun, turnTime } = await import(new URL("clock.js", web));
const { MARK, read, written } = await import(new URL("handing_on.js", web));
const { Session } = await import(new URL("session.js", web));
const { arrival, eventInWords, squareInWords } = await import(new URL("words.js", web));

const SIDES = ["home", "away", "third", "fourth"].map((id) => ({ id, colour: "#0072b2", emblem: "circle" }));

/** A hall of three rows of five: chests at 0 and 4, portals 1 at 6 and 2 at 8, a shut door at 12. */
function hall(changes = {}) {
  const squares = Array.from({ length: 15 }, (_, at) => [at % 5, Math.floor(at / 5), 0, 0, 0, 0, at === 12 ? 1 : 0]);
  for (const square of squares) {
    const [x, y] = square;
    square[3] = (y === 0 ? 1 : 0) + (x === 4 ? 4 : 0) + (y === 2 ? 16 : 0) + (x === 0 ? 64 : 0);
  }
  const edition = {
    id: "x", name: "X", strict: false, impassable: false, longest_throw: "short", opaque: [], jump: 0, arrival: "beside", onward: true,
    rush: 2, rush_name: "rush", rush_after_jump: true, lost: "Gone.", deadlines: [[90, "Reserves."]], turn_minutes: 4,
  };
  return {
    id: "hall", name: "Hall", edition, hidden: false, sides: SIDES.slice(0, 2), sections: [{ kind: "room", side: null, name: "Hall", rule: "" }],
    terrains: [null], obstacles: [null], squares, chests: [0, 4], balls: 1, portals: [[1, 6], [2, 8]],
    traps: [{ kind: "counter", squares: [[2, 0]], owner: "home" }, { kind: "trapdoor", squares: [[2, 1]], owner: null }],
    leaps: [], rooms: [], stones: [{ at: [0, 0], size: [1, 1], step: [1, 0], depth: 1, length: 5 }], ...changes,
  };
}

const memory = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};

test("every face of a die comes up about as often as any other", () => {
  const counts = new Array(6).fill(0);
  for (let i = 0; i < 6000; i += 1) counts[roll(6) - 1] += 1;
  assert.ok(counts.every((count) => count > 850 && count < 1150), String(counts));
});

test("a number too large to be shared out evenly is rolled again", () => {
  const numbers = [2 ** 32 - 1, 5];
  assert.equal(roll(6, { getRandomValues: (into) => { into[0] = numbers.shift(); } }), 6);
});

test("the dice are those the books ask for, and a block die shows a push twice as often as another face", () => {
  assert.deepEqual(DICE, [3, 6, 8, 10, 12, 16]);
  assert.deepEqual(BLOCK_FACES, ["attacker down", "both down", "push", "push", "stumble", "pow"]);
  assert.equal(rollSome(3).length, 3);
  const session = new Session(hall());
  assert.equal(eventInWords(session, ["dice", "block", [1, 6]]), "2 block dice: attacker down, pow.");
  assert.equal(eventInWords(session, ["dice", "block", [4]]), "Block die: push.");
  assert.equal(eventInWords(session, ["dice", "2D6", [5, 6]]), "2D6: 5 + 6 = 11.");
});

test("the screen is kept on while that is wanted and the page is seen, and asked for again when it is seen again", async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" }), held = [];
  const wakeLock = { request: async () => { held.push({ released: false, async release() { this.released = true; } }); return held.at(-1); } };
  const awake = new Awake(wakeLock, page), shown = (state) => { page.visibilityState = state; page.dispatchEvent(new Event("visibilitychange")); return awake.settled; };
  await awake.keep(true);
  await awake.keep(true);
  assert.equal(held.length, 1);
  held[0].released = true;
  await shown("hidden");
  assert.equal(held.length, 1);
  await shown("visible");
  assert.equal(held.length, 2);
  await awake.keep(false);
  await shown("visible");
  assert.deepEqual(held.map(({ released }) => released), [true, true]);
  awake.keep(true);
  await awake.keep(false);
  assert.ok(held.at(-1).released);
});

test("a browser that keeps no screen on, or refuses, is left alone", async () => {
  await new Awake(null, new EventTarget()).keep(true);
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  await new Awake({ request: async () => { throw new Error("the battery is low"); } }, page).keep(true);
});

test("balls are drawn into different chests", () => {
  for (let i = 0; i < 50; i += 1) assert.equal(new Set(draw([3, 5, 9], 2)).size, 2);
  assert.deepEqual(draw([3], 2), [3]);
});

test("scatter goes by the usual template, and past a wall to the next free square clockwise", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(scatterDirection), [7, 0, 1, 6, 2, 5, 4, 3]);
  const board = new Board(hall());
  assert.equal(scatteredTo(board, 6, 2).number, 1);
  assert.equal(scatteredTo(board, 6, 8).number, 11);
});

test("the first thing done hides the ball, and the chest that hides it shows it", () => {
  const session = new Session(hall());
  session.act("chest", 0);
  assert.equal(session.events[0][0], "start");
  const [place] = session.state.hides;
  assert.equal(contentOf(session.state, place), "ball");
  assert.equal(contentOf(session.state, place === 0 ? 4 : 0), "trap");
});

test("undo takes back one thing after the other, down to the hiding of the ball", () => {
  const session = new Session(hall());
  session.act("door", 12);
  assert.equal(session.board.squares[12].door, 2);
  session.undo();
  assert.equal(session.board.squares[12].door, 1);
  assert.ok(session.state.begun);
  session.undo();
  session.undo();
  assert.deepEqual(session.events, []);
});

test("a door that is opened lets one see and is shut again", () => {
  const session = new Session(hall());
  for (const door of [2, 1, 2]) {
    session.act("door", 12);
    assert.equal(session.board.squares[12].door, door);
  }
});

test("turns go round all sides, however many there are", () => {
  for (const count of [2, 3, 4]) {
    const data = hall({ sides: SIDES.slice(0, count) });
    const turns = Array.from({ length: 2 * count }, (_, at) => turnOf(data, stateAfter(data, new Array(at).fill(["turn"]))));
    assert.deepEqual(turns.map(({ side }) => side), [...Array(count).keys(), ...Array(count).keys()]);
    assert.deepEqual(turns.map(({ round }) => round), [...new Array(count).fill(1), ...new Array(count).fill(2)]);
  }
});

test("a rolling ball turns round at either end of its track", () => {
  const track = { length: 5, depth: 1 };
  assert.deepEqual(rolled(track, { offset: 0, way: 1 }, 4), { offset: 4, way: 1 });
  assert.deepEqual(rolled(track, { offset: 0, way: 1 }, 6), { offset: 2, way: -1 });
  assert.deepEqual(rolled(track, { offset: 2, way: -1 }, 5), { offset: 3, way: 1 });
  assert.deepEqual(rolled({ length: 4, depth: 4 }, { offset: 0, way: 1 }, 7), { offset: 0, way: 1 });
});

test("a turning room goes to the left, half round, or stays", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(quartersFor), [0, 3, 3, 3, 3, 2]);
});

test("who rolls his own portal's number is lost, another arrives beside the portal rolled", () => {
  const session = new Session(hall());
  assert.deepEqual(arrival(session, ["portal", 1, 1, 3]), { lines: ["From portal 1: 1, his own number. Lost!", "Gone."], number: -1 });
  assert.equal(arrival(session, ["portal", 1, 2, 2]).number, 3);
  assert.equal(arrival(session, ["portal", 0, 1, 2]).number, 1);
});

test("everything that may be done has words", () => {
  const session = new Session(hall({ rooms: [{ corner: [0, 0], size: 1, turns: [[], [], []] }] }));
  const done = [["start", [0]], ["chest", 0], ["door", 12], ["counter", 0, "nothing"], ["trapdoor", 1], ["portal", 1, 2, 5],
    ["room", 0, 3], ["stone", 0, 3, 4], ["die", 8, 3], ["dice", "2D6", [3, 4]], ["turn"], ["score", 1]];
  for (const event of done) {
    assert.ok(isPossible(session.data, [event]), String(event));
    session.act(...event);
    assert.match(eventInWords(session, event), /\w/);
  }
  for (const { number } of session.board.squares) assert.match(squareInWords(session, number).join(" "), /Hall/);
});

test("what cannot have happened is refused", () => {
  const wrong = [null, {}, [["fly"]], [["constructor"]], [["chest", 1]], [["chest", 0, 0]], [["start", [0, 0]]], [["start", [7]]],
    [["die", 6, 7]], [["die", 7, 1]], [["dice", "2D6", [3]]], [["dice", "2D6", [0, 7]]], [["dice", "block", []]], [["dice", "block", [1, 2, 3, 4]]],
    [["dice", "constructor", [1, 1]]], [["turn", 1]], [["door", 0]], [["counter", 1, "nothing"]], [["portal", 3, 1, 1]],
    [["score", 2]], ["turn"], new Array(5001).fill(["turn"]), [["chest", "0"]], [["stone", 0, 1]], [["door", -1]]];
  for (const events of wrong) assert.equal(isPossible(hall(), events), false, JSON.stringify(events)?.slice(0, 60));
});

test("the clock runs, stops, counts the turn, and knows its deadlines", () => {
  let clock = toggled(STOPPED, 1000);
  assert.equal(elapsed(clock, 61_000), 60_000);
  clock = turnBegun(toggled(clock, 61_000), 90_000);
  assert.equal(elapsed(clock, 99_999_999), 60_000);
  clock = toggled(clock, 100_000);
  assert.deepEqual(turnTime(clock, 4, 130_000), { taken: 30_000, left: 210_000 });
  assert.equal(turnTime(clock, null, 130_000).left, null);
  assert.equal(clockWords(5_400_000 + 61_000), "1:31:01");
  const [due] = deadlinesAt([[90, "Reserves."]], 5_400_000);
  assert.ok(due.left <= 0);
  assert.ok(deadlinesAt([[90, "Reserves."]], 5_399_999)[0].left > 0);
});

test("a match survives a reload, and goes on where its link is opened", () => {
  const kept = memory(), session = new Session(hall(), { memory: kept, now: () => 5000 });
  session.act("chest", 4);
  session.toggleClock();
  const again = new Session(hall(), { memory: kept });
  assert.deepEqual([again.events, again.clock], [session.events, session.clock]);
  const elsewhere = new Session(hall());
  assert.equal(elsewhere.takeOver(`file:///x.html${MARK}${session.text}`), "");
  assert.deepEqual([elsewhere.events, elsewhere.clock], [session.events, session.clock]);
  assert.match(session.text, /^[\w-]+$/);
});

test("a page without memory plays on", () => {
  const forbidden = { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); } };
  const session = new Session(hall(), { memory: forbidden });
  session.act("turn");
  assert.equal(session.state.turn, 1);
});

test("what is no match, or one of another dungeon, is refused in words, and nothing changes", () => {
  const session = new Session(hall()), other = written(hall({ id: "other" }), { events: [], clock: STOPPED });
  session.act("turn");
  const before = session.events;
  const wrongClock = written(hall(), { events: [], clock: { before: -1, since: null, turn: 0 } });
  const wrongEvent = written(hall(), { events: [["fly"]], clock: STOPPED });
  for (const text of ["", "!", "e30", "bnVsbA", other, wrongClock, wrongEvent, "#match=", "a".repeat(100_000)]) {
    assert.match(session.takeOver(text), /\w/);
    assert.equal(session.events, before);
  }
  assert.deepEqual(read(hall(), written(hall(), { events: [], clock: STOPPED })).match.events, []);
});
