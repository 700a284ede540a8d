// The match, its dice, its clock and how it is handed on: run by `node --test`, which tests/web/test_modules.py calls.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { Board } = await import(new URL("board.js", web));
const { BLOCK_FACES, DICE, isSum, roll, rollSome, rollSum, scatterDirection, scatteredTo } = await import(new URL("dice.js", web));
const { contentOf, ending, entryBar, isPossible, nextFirst, quartersFor, rolled, stateAfter, turnOf } = await import(new URL("match.js", web));
const { Awake } = await import(new URL("awake.js", web));
const { STOPPED, clockWords, deadlinesAt, elapsed, toggled, turnBegun, turnTime } = await import(new URL("clock.js", web));
const { MARK, read, written } = await import(new URL("handing_on.js", web));
const { Session } = await import(new URL("session.js", web));
const { arrival, driveInWords, eventInWords, squareInWords, thingInWords, topicsAt } = await import(new URL("words.js", web));

const SIDES = ["home", "away", "third", "fourth"].map((id) => ({ id, colour: "#0072b2", emblem: "circle" }));

const AS_NAF = { recovers_instead: true };
const AS_BRAWL = { table: { knocked_out: { rolls: {
  return: { dice: "D6", outcomes: { 6: "He comes in.", "1-5": "He stays." } }, drive: { dice: "D6", outcomes: { "4+": "He goes.", "1-3": "He stays." } },
} } } };
const AS_SEVENS = { table: { time: { rolls: { turns: { dice: "2D6", outcomes: { "the sum": "So many." } } } } } };

const CLIMB = { dice: "D6", when: "in his turn, +1 for each helper", outcomes: { "6 or more": "He comes out.", "2-5": "He stays.", "1 or less": "He falls." } };
const TABLE = {
  chest: { lines: ["It opens."] }, portal: { lines: ["He jumps."] }, door: { lines: ["It opens."] }, counter: { lines: ["It is turned over."] },
  trapdoor: { lines: ["It opens."] }, wall: { lines: ["Nobody goes through."] }, rolling_ball: { lines: ["It rolls."] },
  spiked_pit: { lines: ["He falls in.", "D6, in his turn: 6: He comes out."], rolls: { climb: CLIMB }, source: "X, Pits" },
};

/** A hall of three rows of five: chests at 0 and 4, portals 1 at 6 and 2 at 8, a shut door at 12. */
function hall(changes = {}, course = {}) {
  const squares = Array.from({ length: 15 }, (_, at) => [at % 5, Math.floor(at / 5), 0, 0, 0, 0, at === 12 ? 1 : 0]);
  for (const square of squares) {
    const [x, y] = square;
    square[3] = (y === 0 ? 1 : 0) + (x === 4 ? 4 : 0) + (y === 2 ? 16 : 0) + (x === 0 ? 64 : 0);
  }
  const edition = {
    id: "x", name: "X", strict: false, impassable: false, longest_throw: "short", opaque: [], wall_obstacles: [], jump: 0, arrival: "beside", onward: true,
    rush: 2, rush_name: "rush", rush_after_jump: true, lost: "Gone.", deadlines: [[90, "Reserves."]], turn_minutes: 4,
    begins: "rolled", after_touchdown: "drive", drive_first: "conceded", drive_resets: ["trapdoors"], second_jump: "free", occupied: "push",
    reserves: 5, reserves_a_turn: 1, reserves_by: ["end_zone", "portal"], reserves_from: 1, first_side_waits: false, late_turns: null,
    recovers_instead: false, table: TABLE, ...course,
  };
  return {
    id: "hall", name: "Hall", edition, hidden: false, sides: SIDES.slice(0, 2), sections: [{ kind: "room", side: null, name: "Hall", rule: "" }],
    terrains: [null], obstacles: [null], squares, chests: [0, 4], balls: 1, portals: [[1, 6], [2, 8]],
    traps: [{ kind: "counter", squares: [[2, 0]], owner: "home" }, { kind: "trapdoor", squares: [[2, 1]], owner: null }],
    things: {
      chest: [0, 4], portal: [6, 8], door: [12], counter: [2], trapdoor: [7], wall: [0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14], rolling_ball: [0, 1, 2, 3, 4],
    },
    rooms: [], stones: [{ at: [0, 0], size: [1, 1], step: [1, 0], depth: 1, length: 5 }], ...changes,
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

test("scatter goes by the usual template, and past a wall to the next free square clockwise", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(scatterDirection), [7, 0, 1, 6, 2, 5, 4, 3]);
  const board = new Board(hall());
  assert.equal(scatteredTo(board, 6, 2).number, 1);
  assert.equal(scatteredTo(board, 6, 8).number, 11);
});

test("what a chest holds is drawn when it is opened, and stands nowhere before", () => {
  const kept = memory(), session = new Session(hall(), { memory: kept });
  session.act("turn");
  const whole = JSON.stringify([session.events, session.state, [...session.state.opened]]) + atob(session.text) + atob(kept.getItem(session.key));
  assert.doesNotMatch(whole, /ball|trap\b/);
  session.open(0);
  const [first] = session.state.opened.values();
  session.open(4);
  assert.deepEqual([...session.state.opened.values()].sort(), ["ball", "trap"]);
  assert.equal(contentOf(session.state, 4), first === "ball" ? "trap" : "ball");
});

test("each chest holds the ball as often as any other, and the last one always does when none did", () => {
  const counts = new Map(), data = hall({ chests: [0, 1, 2, 3, 4, 5] });
  for (let i = 0; i < 1200; i += 1) {
    const session = new Session(data);
    for (const chest of data.chests) session.open(chest);
    const found = [...session.state.opened].filter(([, content]) => content === "ball");
    assert.equal(found.length, 1);
    counts.set(found[0][0], (counts.get(found[0][0]) ?? 0) + 1);
  }
  assert.ok([...counts.values()].every((count) => count > 140 && count < 260), JSON.stringify([...counts]));
});

test("two balls are in two chests, and a dungeon without a ball has traps alone", () => {
  for (const balls of [0, 2, 3]) {
    const session = new Session(hall({ chests: [0, 1, 2, 3], balls }));
    for (const chest of [0, 1, 2, 3]) session.open(chest);
    assert.equal([...session.state.opened.values()].filter((content) => content === "ball").length, balls);
    assert.ok(isPossible(session.data, session.events));
  }
});

test("a chest whose opening was undone holds what it held, and what was seen in it is in no other", () => {
  for (let i = 0; i < 40; i += 1) {
    const session = new Session(hall());
    session.open(0);
    const held = contentOf(session.state, 0);
    session.undo();
    assert.equal(session.state.opened.size, 0);
    session.open(4);
    assert.equal(contentOf(session.state, 4), held === "ball" ? "trap" : "ball");
    session.undo();
    session.open(0);
    assert.equal(contentOf(session.state, 0), held);
  }
});

test("undo takes one thing back after the other, and what was undone stays in the list as undone", () => {
  const session = new Session(hall());
  session.act("door", 12);
  session.act("turn");
  session.undo();
  assert.deepEqual([session.state.turn, session.board.squares[12].door], [0, 2]);
  session.undo();
  session.undo();
  assert.equal(session.board.squares[12].door, 1);
  assert.deepEqual(session.events, [["door", 12], ["turn"], ["undo"], ["undo"]]);
  assert.deepEqual(session.log.map(({ event, undone }) => [event[0], undone]), [["door", true], ["turn", true]]);
  session.act("turn");
  session.undo();
  assert.equal(session.state.turn, 0);
});

test("who begins is rolled, alike again, or said", () => {
  const session = new Session(hall());
  session.rollOff();
  const [, side, rolls] = session.events[0];
  for (const [home, away] of rolls.slice(0, -1)) assert.equal(home, away);
  assert.ok(rolls.at(-1)[side] > rolls.at(-1)[1 - side]);
  assert.equal(turnOf(session.data, session.state).side, side);
  assert.ok(session.state.begun);
  const chosen = new Session(hall({}, { begins: "chosen" }));
  chosen.rollOff();
  assert.equal(chosen.state.begun, false);
  chosen.act("first", 1, []);
  assert.deepEqual([chosen.state.begun, turnOf(chosen.data, chosen.state).side], [true, 1]);
});

test("a new drive shuts the chests, puts back what the edition says, and keeps score, clock and boxes", () => {
  for (const [resets, sprung, door] of [[["trapdoors"], 0, 2], [["doors"], 1, 1], [[], 1, 2]]) {
    const session = new Session(hall({}, { drive_resets: resets }), { now: () => 60_000 });
    for (const event of [["door", 12], ["trapdoor", 1], ["box", 0, "casualties", 1], ["turn"], ["stone", 0, 1, 2], ["score", 1]]) session.act(...event);
    session.open(0);
    session.clock = { before: 5000, since: null, turn: 0 };
    session.act("drive", nextFirst(session.data, session.state));
    const { state } = session;
    assert.deepEqual([state.drive, state.turn, state.opened.size, state.scores, state.boxes[0].casualties], [2, 0, 0, [0, 1], 1]);
    assert.deepEqual([turnOf(session.data, state).side, session.clock], [0, { before: 5000, since: null, turn: 5000 }]);
    assert.deepEqual([state.sprung.size, session.board.squares[12].door, state.stones[0].offset], [sprung, door, 3]);
  }
  const machines = new Session(hall({}, { drive_resets: ["machines"] }));
  for (const event of [["stone", 0, 1, 2], ["score", 1], ["drive", 0]]) machines.act(...event);
  assert.deepEqual([machines.state.stones[0].offset, machines.state.due.size], [0, 1]);
});

test("the ball is hidden anew in each drive, and a drive that is undone and begun again holds what it held", () => {
  const session = new Session(hall({ chests: [0, 1, 2, 3, 4] })), contents = () => session.data.chests.map((chest) => { session.open(chest); return contentOf(session.state, chest); });
  contents();
  session.act("score", 0);
  session.act("drive", 1);
  const second = contents();
  for (let i = 0; i < 6; i += 1) session.undo();
  session.act("drive", 1);
  assert.deepEqual(contents(), second);
});

test("the side that conceded begins, or the one that scored, or it is found out as at the start", () => {
  const after = (first, sides = 2, scorer = 1) => {
    const data = hall({ sides: SIDES.slice(0, sides) }, { drive_first: first });
    return nextFirst(data, stateAfter(data, [["score", scorer]]));
  };
  assert.deepEqual([after("conceded"), after("scored"), after("chosen"), after("conceded", 4, 3)], [0, 1, -1, 0]);
  const session = new Session(hall({}, { drive_first: "chosen" }));
  session.act("score", 1);
  session.act("drive", -1);
  assert.equal(session.state.begun, false);
});

test("a touchdown ends the match where the edition says so, and when no turns are left it is over", () => {
  const ends = hall({}, { after_touchdown: "ends" }), sevens = hall({}, AS_SEVENS);
  assert.match(ending(ends, stateAfter(ends, [["score", 1]])), /away has won/);
  assert.equal(ending(ends, stateAfter(ends, [["turn"]])), "");
  assert.equal(ending(ends, stateAfter(ends, [["score", 1], ["drive", 0]])), "");
  assert.equal(ending(sevens, stateAfter(sevens, [["score", 1]])), "");
  const left = [["left", [1, 1]], ["turn"], ["score", 0], ["drive", 1]];
  assert.deepEqual([stateAfter(sevens, left).left, ending(sevens, stateAfter(sevens, left))], [0, ""]);
  assert.match(ending(sevens, stateAfter(sevens, [...left, ["turn"]])), /No turns are left/);
});

test("one reserve comes in a turn, from the turn on that the edition says", () => {
  const bar = (course, events) => { const data = hall({}, course); return entryBar(data, stateAfter(data, events)); };
  assert.equal(bar({}, []), "");
  assert.match(bar({}, [["reserve", "end_zone"]]), /No more than 1/);
  assert.match(bar({}, [["portal", 0, 1, [2], "step"]]), /No more than 1/);
  assert.equal(bar({}, [["reserve", "end_zone"], ["turn"]]), "");
  assert.match(bar({ reserves_from: 2 }, [["turn"]]), /from turn 2/);
  assert.equal(bar({ reserves_from: 2 }, [["turn"], ["turn"]]), "");
  assert.match(bar({ first_side_waits: true }, [["first", 1, []]]), /first turn/);
  assert.equal(bar({ first_side_waits: true }, [["first", 1, []], ["turn"]]), "");
  assert.match(bar({ reserves_from: 2 }, [["turn"], ["turn"], ["score", 0], ["drive", 1]]), /from turn 2/);
  const { boxes } = stateAfter(hall(), [["turn"], ["reserve", "end_zone"], ["box", 0, "reserves", -1], ["box", 1, "casualties", -1]]);
  assert.deepEqual(boxes.map(({ reserves, casualties }) => [reserves, casualties]), [[4, 0], [4, 0]]);
});

test("the knocked out come back as the edition says", () => {
  const naf = new Session(hall({}, AS_NAF));
  naf.act("box", 0, "knocked_out", 1);
  naf.recover(0, "turn");
  assert.deepEqual(naf.state.boxes[0], { reserves: 6, knocked_out: 0, casualties: 0 });
  assert.match(entryBar(naf.data, naf.state), /No more than 1/);
  const brawl = new Session(hall({}, { ...AS_BRAWL, reserves: 0 }));
  for (let i = 0; i < 15; i += 1) brawl.act("box", 1, "knocked_out", 1);
  brawl.act("turn");
  brawl.recover(1, "turn");
  const [what, , , dice] = brawl.events.find(([each]) => each === "recover");
  const came = dice.includes(6);
  assert.equal(what, "recover");
  assert.deepEqual([dice.indexOf(6), brawl.state.boxes[1].knocked_out], came ? [dice.length - 1, 14] : [-1, 15]);
  assert.equal(brawl.last[0], came ? "portal" : "recover");
  brawl.recover(1, "drive");
  const back = brawl.last[3].filter((die) => die >= 4).length;
  assert.deepEqual(brawl.state.boxes[1], { reserves: back, knocked_out: (came ? 14 : 15) - back, casualties: 0 });
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

test("a rotating room goes to the left, half round, or stays", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(quartersFor), [0, 3, 3, 3, 3, 2]);
});

test("who rolls his own portal's number is lost, another arrives beside the portal rolled", () => {
  const session = new Session(hall());
  assert.deepEqual(arrival(session, ["portal", 1, 1, [], "step"]), { lines: ["From portal 1: 1, its own number. Lost!", "Gone."], number: -1 });
  assert.equal(arrival(session, ["portal", 1, 2, [2], "step"]).number, 3);
  assert.equal(arrival(session, ["portal", 0, 1, [2], "step"]).number, 1);
});

test("a second jump hurts where it does, who stood on a portal is sent on, and who is in the way is pushed or passed by", () => {
  const told = (course, ...event) => arrival(new Session(hall({}, course)), ["portal", ...event]).lines.join(" ");
  const on = { arrival: "on", occupied: "chain", second_jump: "hurts" };
  assert.match(told(on, 1, 2, [], "again"), /arrives on portal 2 .* sent on: roll for that player.*second jump.*injury, without armour/);
  assert.match(told(on, 1, 1, [], "again"), /Lost!.*without armour/);
  assert.match(told(on, 2, 1, [], "sent"), /^Sent on: From portal 2: 1\..*If the player has jumped before/);
  assert.doesNotMatch(told(on, 1, 2, [], "step"), /armour/);
  assert.doesNotMatch(told({ ...on, second_jump: "none" }, 2, 1, [], "sent"), /armour/);
  assert.match(told({ ...on, onward: false }, 1, 2, [], "step"), /moves no further/);
  assert.doesNotMatch(told(on, 1, 2, [], "step"), /moves no further/);
  assert.match(told({ occupied: "push" }, 1, 2, [2], "step"), /pushed/);
  assert.match(told({ occupied: "next" }, 1, 2, [2], "step"), /\(3, 0\).*stands there: \(4, 0\)/);
});

test("where the edition rolls again at a wall, the D8 is rolled until it shows floor", () => {
  for (let i = 0; i < 30; i += 1) {
    const session = new Session(hall({ portals: [[1, 0], [2, 8]] }));
    session.teleport(0);
    const [, , to, eights] = session.last;
    assert.deepEqual(eights.map((eight) => scatteredTo(session.board, to === 1 ? 0 : 8, eight).moved > 0), eights.map((_, at) => at < eights.length - 1));
  }
});

test("everything that may be done has words", () => {
  const session = new Session(hall({ rooms: [{ corner: [0, 0], size: 1, turns: [[], [], []] }] }, { table: { ...AS_BRAWL.table, ...AS_SEVENS.table } }));
  const done = [["first", 0, [[3, 3], [5, 2]]], ["chest", 0, "trap"], ["door", 12], ["counter", 0, "nothing"], ["trapdoor", 1], ["portal", 1, 2, [5], "step"],
    ["room", 0, 3], ["stone", 0, 3, 4], ["die", 8, 3], ["dice", "2D6", [3, 4]], ["turn"], ["reserve", "end_zone"], ["box", 1, "knocked_out", 1], ["recover", 1, "drive", [4]],
    ["left", [2, 3]], ["score", 1], ["drive", 0], ["drive", -1]];
  for (const event of done) {
    assert.ok(isPossible(session.data, [event]), String(event));
    session.act(...event);
    assert.match(eventInWords(session, event), /\w/);
  }
  for (const { number } of session.board.squares) assert.match(squareInWords(session, number).join(" "), /Hall/);
});

test("a square's topics are what is drawn on it, and what a counter or a trapdoor shows to be there", () => {
  const session = new Session(hall());
  assert.deepEqual(topicsAt(session, 2), ["counter", "wall", "rolling_ball"]);
  session.act("counter", 0, "spiked_pit");
  assert.deepEqual(topicsAt(session, 2), ["counter", "wall", "rolling_ball", "spiked_pit"]);
  assert.equal(thingInWords(session, 2, "counter"), "Counter of home: spiked pit");
  const organiser = new Session(hall({ traps: [{ kind: "trapdoor", squares: [[2, 1]], owner: null, below: "spiked_pit" }] }));
  assert.deepEqual(topicsAt(organiser, 7), ["trapdoor"]);
  organiser.act("trapdoor", 0);
  assert.deepEqual(topicsAt(organiser, 7), ["trapdoor", "spiked_pit"]);
  assert.equal(thingInWords(organiser, 7, "trapdoor"), "Trapdoor, open; below: spiked pit");
});

test("a roll of the table is told with its outcome, and only one that the table has can be made", () => {
  const session = new Session(hall());
  const told = [6, 3, 1].map((value) => eventInWords(session, ["roll", 2, "spiked_pit", "climb", value]));
  assert.deepEqual(told, [
    "Spiked pit at (2, 0), climb, D6: 6, with nothing added. He comes out.", "Spiked pit at (2, 0), climb, D6: 3, with nothing added. He stays.",
    "Spiked pit at (2, 0), climb, D6: 1, with nothing added. He falls.",
  ]);
  assert.equal(isPossible(session.data, [["roll", 2, "spiked_pit", "climb", 6], ["roll", -1, "spiked_pit", "climb", 6]]), true);
  assert.equal(eventInWords(session, ["roll", -1, "spiked_pit", "climb", 3]), "Spiked pit, climb, D6: 3, with nothing added. He stays.");
  for (const wrong of [[2, "spiked_pit", "climb", 7], [15, "spiked_pit", "climb", 1], [-2, "spiked_pit", "climb", 1], [2, "spiked_pit", "fly", 1], [2, "constructor", "name", 1], [2, "chest", "climb", 1]]) {
    assert.equal(isPossible(session.data, [["roll", ...wrong]]), false, wrong.join());
  }
  const sums = Array.from({ length: 400 }, () => rollSum("2D6"));
  assert.deepEqual([Math.min(...sums), Math.max(...sums)].map((sum) => isSum("2D6", sum)), [true, true]);
  assert.deepEqual([isSum("2D6", 1), isSum("2D6", 13), isSum("D16", 16), isSum("D3", 4)], [false, false, true, false]);
});

test("what cannot have happened is refused", () => {
  const wrong = [null, {}, [["fly"]], [["constructor"]], [["chest", 1, "trap"]], [["chest", 0]], [["chest", 0, "gold"]], [["start", [0]]],
    [["chest", 0, "ball"], ["chest", 4, "ball"]], [["chest", 0, "trap"], ["chest", 4, "trap"]], [["chest", 0, "trap"], ["undo"], ["chest", 0, "ball"]],
    [["die", 6, 7]], [["die", 7, 1]], [["dice", "2D6", [3]]], [["dice", "2D6", [0, 7]]], [["dice", "block", []]], [["dice", "block", [1, 2, 3, 4]]],
    [["dice", "constructor", [1, 1]]], [["turn", 1]], [["door", 0]], [["counter", 1, "nothing"]], [["portal", 3, 1, [1], "step"]],
    [["portal", 1, 2, [9], "step"]], [["portal", 1, 2, [1], "flight"]], [["first", 0, [[3, 3]]]], [["first", 1, [[5, 3]]]], [["first", 0, [[5]]]],
    [["score", 2]], ["turn"], new Array(5001).fill(["turn"]), [["chest", "0", "trap"]], [["stone", 0, 1]], [["door", -1]], [["drive", 2]],
    [["reserve", "lift"]], [["recover", 0, "drive", [4]]], [["recover", 0, "constructor", [4]]], [["box", 0, "gold", 1]], [["box", 0, "reserves", 2]], [["left", [1, 1]]]];
  for (const events of wrong) assert.equal(isPossible(hall(), events), false, JSON.stringify(events)?.slice(0, 60));
});

test("the clock runs, stops, counts the turn, and knows its deadlines", () => {
  let clock = toggled(STOPPED, 1000);
  assert.equal(elapsed(clock, 61_000), 60_000);
  clock = turnBegun(toggled(clock, 61_000), 90_000);
  assert.equal(elapsed(clock, 99_999_999), 60_000);
  clock = toggled(clock, 100_000);
  assert.deepEqual(turnTime(clock, { turn_minutes: 4 }, 130_000), { taken: 30_000, left: 210_000 });
  assert.equal(turnTime(clock, { turn_minutes: null, late_turns: [120, 3] }, 130_000).left, null);
  assert.equal(clockWords(5_400_000 + 61_000), "1:31:01");
  const [due] = deadlinesAt([[90, "Reserves."]], 5_400_000);
  assert.ok(due.left <= 0);
  assert.ok(deadlinesAt([[90, "Reserves."]], 5_399_999)[0].left > 0);
});

test("turns late in a match are shorter: the one under way has that much from then on", () => {
  const minutes = (value) => value * 60_000, edition = { turn_minutes: null, late_turns: [120, 3] };
  const left = (turn, now) => turnTime({ before: 0, since: 0, turn: minutes(turn) }, edition, minutes(now)).left;
  assert.deepEqual([left(118, 119), left(118, 120), left(118, 122), left(121, 122), left(121, 125)], [null, minutes(3), minutes(1), minutes(2), minutes(-1)]);
});

test("a match survives a reload, and goes on where its link is opened", () => {
  const kept = memory(), session = new Session(hall(), { memory: kept, now: () => 5000 });
  session.open(4);
  session.toggleClock();
  const again = new Session(hall(), { memory: kept });
  assert.deepEqual([again.events, again.clock], [session.events, session.clock]);
  const elsewhere = new Session(hall());
  assert.equal(elsewhere.takeOver(`file:///x.html${MARK}${session.text}`), "");
  assert.deepEqual([elsewhere.events, elsewhere.clock], [session.events, session.clock]);
  assert.match(session.text, /^[\w-]+$/);
});

test("two tabs of one match go on from the newer list, and what is done on the older one is not done", () => {
  const kept = memory(), told = [], tabs = [0, 1].map((tab) => new Session(hall(), { memory: kept, say: (words) => told.push([tab, words]) }));
  tabs[0].act("turn");
  assert.equal(tabs[1].catchUp(), true);
  assert.equal(tabs[1].catchUp(), false);
  assert.deepEqual(tabs[1].events, [["turn"]]);
  assert.deepEqual(told.map(([tab, words]) => [tab, /Another tab/.test(words)]), [[1, true]]);
  tabs[1].open(0);
  tabs[0].open(4);
  assert.deepEqual(tabs[0].events, tabs[1].events);
  assert.deepEqual(told.map(([tab]) => tab), [1, 0]);
  tabs[0].anew();
  tabs[1].undo();
  assert.deepEqual([tabs[0].events, tabs[1].events], [[], []]);
});

test("a page whose memory is full plays on, and takes what it kept last for no other tab's", () => {
  const kept = memory(), session = new Session(hall(), { memory: kept });
  session.act("turn");
  kept.setItem = () => { throw new Error("full"); };
  session.act("turn");
  session.act("turn");
  assert.equal(session.state.turn, 3);
});

test("a match of an older page is refused in one sentence, from a link and from memory", () => {
  const old = btoa(JSON.stringify(["hall", [["start", [0]], ["chest", 0]], [0, null, 0]])), kept = memory();
  kept.setItem("dungeon-match-hall", old);
  const session = new Session(hall(), { memory: kept });
  assert.match(session.fault, /another version of this page/);
  assert.equal(session.takeOver(`x${MARK}${old}`), session.fault);
  session.act("turn");
  assert.deepEqual(new Session(hall(), { memory: kept }).events, [["turn"]]);
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
  for (const text of ["", "!", "e30", "bnVsbA", "WzIsW11d", "WzIsMywxLFtdXQ", other, wrongClock, wrongEvent, "#match=", "a".repeat(100_000)]) {
    assert.match(session.takeOver(text), /\w/);
    assert.equal(session.events, before);
  }
  assert.deepEqual(read(hall(), written(hall(), { events: [], clock: STOPPED })).match.events, []);
});
