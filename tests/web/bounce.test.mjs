// What holds of any ball that bounces or scatters: run by `node --test`, which tests/web/test_bouncing.py calls.

import assert from "node:assert/strict";
import { test } from "node:test";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { Board } = await import(new URL("board.js", web));
const { ballScatter, ballStep, ballWay } = await import(new URL("bounce.js", web));
const { NOTHING } = await import(new URL("measure_panel.js", web));
const { flightInWords } = await import(new URL("bounce_panel.js", web));

const WIDE = 7, HIGH = 5;
const FREE = { strict: false, opaque: [], wall_bounce: "2D6", off_floor: "again" };

/** Numbers as by chance, the same in every run. */
function chance(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** A hall with walls about it, and within where `walled(x, y, side)` says so of an east or south side. */
function hall(edition, walled = () => false, shut = []) {
  const edge = (x, y, side) => {
    if (side === 0) return y === 0 || walled(x, y - 1, "south");
    if (side === 1) return x === WIDE - 1 || walled(x, y, "east");
    if (side === 2) return y === HIGH - 1 || walled(x, y, "south");
    return x === 0 || walled(x - 1, y, "east");
  };
  const squares = Array.from({ length: WIDE * HIGH }, (_, at) => {
    const x = at % WIDE, y = Math.floor(at / WIDE);
    return [x, y, 0, [0, 1, 2, 3].reduce((sum, side) => sum + (edge(x, y, side) ? 4 ** side : 0), 0), 0, 0, shut.includes(at) ? 1 : 0];
  });
  return {
    edition, sections: [{ kind: "room" }], terrains: [null, "lava"], obstacles: [null, "statue"], squares, chests: [], portals: [], rooms: [],
  };
}

/** A hall with walls and shut doors here and there. */
function drawn(seed, edition) {
  const die = chance(seed), walls = new Set(), shut = [];
  for (let at = 0; at < WIDE * HIGH; at += 1) {
    for (const side of ["east", "south"]) if (die(4) === 0) walls.add(`${at % WIDE} ${Math.floor(at / WIDE)} ${side}`);
    if (die(12) === 0) shut.push(at);
  }
  return hall(edition, (x, y, side) => walls.has(`${x} ${y} ${side}`), shut);
}

/** The same data as in a looking-glass: west is east. */
function mirrored(data) {
  const turned = (edges) => (edges & 0b00110011) | ((edges & 0b1100) << 4) | ((edges & 0b11000000) >> 4);
  return { ...data, squares: data.squares.map(([x, y, section, edges, ...rest]) => [WIDE - 1 - x, y, section, turned(edges), ...rest]) };
}

const number = (x, y) => y * WIDE + x;
const places = (board, way) => way.map((step) => board.at(step.number));

test("straight at a wall a ball comes straight back, aslant it goes on along the wall, in a corner it comes back", () => {
  const board = new Board(hall(FREE));
  assert.deepEqual(places(board, ballWay(board, FREE, number(3, 0), 0, 3)), [[3, 0], [3, 1], [3, 2]]);
  assert.deepEqual(places(board, ballWay(board, FREE, number(3, 0), 1, 3)), [[4, 0], [5, 1], [6, 2]]);
  assert.deepEqual(places(board, ballWay(board, FREE, number(6, 0), 1, 3)), [[6, 0], [5, 1], [4, 2]]);
  assert.deepEqual(places(board, ballWay(board, FREE, number(5, 3), 3, 4)), [[6, 4], [6, 4], [5, 3], [4, 2]]);
});

test("a ball passes the end of a wall where corners are free, and comes back from it where they are strict", () => {
  const data = hall(FREE, (x, y, side) => x === 3 && y === 1 && side === "south"), board = new Board(data);
  assert.deepEqual(ballStep(board, FREE, number(3, 2), 1), { number: number(4, 1), direction: 1, met: null });
  assert.deepEqual(ballStep(board, { ...FREE, strict: true }, number(3, 2), 1), { number: number(3, 2), direction: 5, met: "wall" });
});

test("a ball comes straight back from a corner that juts out at it", () => {
  const board = new Board(hall(FREE, () => false, [number(4, 1)]));
  assert.deepEqual(ballStep(board, FREE, number(3, 2), 1), { number: number(3, 2), direction: 5, met: "door" });
});

test("a shot back along the way ends where the ball came from", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const die = chance(seed * 7919), edition = { ...FREE, strict: seed % 2 === 0 }, data = drawn(seed, edition), board = new Board(data);
    const start = die(WIDE * HIGH), direction = die(8), squares = 1 + die(12);
    if (board.isShut(start)) continue;
    const way = ballWay(board, edition, start, direction, squares), end = way.at(-1);
    const back = ballWay(board, edition, end.number, (end.direction + 4) % 8, squares);
    assert.deepEqual(back.map((step) => step.number), [...way.map((step) => step.number).reverse().slice(1), start], String(seed));
    assert.equal(back.at(-1).direction, (direction + 4) % 8);
  }
});

test("in a looking-glass the ball flies as in a looking-glass", () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const die = chance(seed * 104729), edition = { ...FREE, strict: seed % 2 === 0 }, data = drawn(seed, edition);
    const start = die(WIDE * HIGH), direction = die(8), squares = 1 + die(12);
    const seen = ballWay(new Board(mirrored(data)), edition, start, (8 - direction) % 8, squares);
    assert.deepEqual(seen.map((step) => step.number), ballWay(new Board(data), edition, start, direction, squares).map((step) => step.number));
  }
});

test("a ball that flies a D6 comes down at the second wall", () => {
  const edition = { ...FREE, wall_bounce: "D6" }, board = new Board(hall(edition));
  assert.deepEqual(places(board, ballWay(board, edition, number(3, 0), 0, 6)), [[3, 0], [3, 1], [3, 2], [3, 3], [3, 4]]);
});

test("a scattering ball that meets a wall does what the edition says", () => {
  const scattered = (off_floor, x, y, eight, edit = (data) => data) => {
    const edition = { ...FREE, off_floor };
    return ballScatter(new Board(edit(hall(edition))), edition, number(x, y), eight);
  };
  assert.deepEqual(scattered("again", 3, 3, 2), { number: number(3, 2), direction: 0, met: null, again: false });
  assert.deepEqual(scattered("again", 3, 0, 2), { number: number(3, 0), direction: 0, met: "wall", again: true });
  assert.deepEqual(scattered("next", 3, 0, 2), { number: number(4, 0), direction: 0, met: "wall", again: false });
  assert.deepEqual(scattered("bounce", 3, 0, 3), { number: number(4, 0), direction: 1, met: "wall", again: false });
  assert.deepEqual(scattered("bounce", 3, 0, 2), { number: number(3, 0), direction: 0, met: "wall", again: false });
  assert.deepEqual(scattered("stays", 3, 0, 2), { number: number(3, 0), direction: 0, met: "wall", again: false });
  const statue = (data) => ({ ...data, squares: data.squares.map((square, at) => (at === number(3, 2) ? square.with(5, 1) : square)) });
  assert.equal(scattered("again", 3, 3, 2, statue).met, "statue");
});

test("the way is told in words: how far, how often it was thrown back, and who may catch it", () => {
  const data = hall(FREE), session = { data, board: new Board(data) }, asked = { ...NOTHING, way: "bounce", from: [3, 0] };
  assert.deepEqual(flightInWords(session, asked), []);
  assert.deepEqual(flightInWords(session, { ...asked, direction: 0, distance: 2 }), [
    "2 squares, thrown back once, to (3, 1).", "A player on one of these squares may catch it, in this order: (3, 0) · (3, 1).",
  ]);
  assert.deepEqual(flightInWords(session, { ...asked, eight: 2 }), ["D8: 2, north: wall. Roll again."]);
  const next = { data: { ...data, edition: { ...FREE, off_floor: "next" } }, board: session.board };
  assert.deepEqual(flightInWords(next, { ...asked, eight: 2 }), ["D8: 2, north: wall; the next free square clockwise is (4, 0)."]);
});
