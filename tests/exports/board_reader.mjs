// A second reader of board files, written from docs/programmers/board-json.md alone: it shares no code with the program.
//
// node board_reader.mjs FILE writes as JSON what it worked out: `steps` of every square from edges, terrain and the
// corner rule; `distances` on foot from where home sets up; `seen` from every square; `turned`, the steps in each turn
// of each room that turns, and `places`, where that room's squares then lie.

import { readFileSync } from "node:fs";

const NORTH = 0, EAST = 1, SOUTH = 2, WEST = 3;
const BRIDGES = new Set(["bridge", "rope_bridge"]);

const board = JSON.parse(readFileSync(process.argv[2], "utf8"));
if (board.format !== "dungeon-board" || board.version !== 2) throw new Error("not a board of version 2");
const { squares } = board;
const strict = board.corners === "strict";
const numbers = new Map(squares.map((square, number) => [String(square.at), number]));
const entries = new Set(board.goals.filter((goal) => goal.kind === "entry").flatMap((goal) => goal.squares));
const numberAt = (x, y) => numbers.get(`${x},${y}`) ?? null;

function sideTowards(dx, dy) {
  if (dx) return dx > 0 ? EAST : WEST;
  return dy > 0 ? SOUTH : NORTH;
}

function walled(here, there) {
  const [x, y] = squares[here].at;
  const [tx, ty] = squares[there].at;
  return squares[here].edges[sideTowards(tx - x, ty - y)] === "wall";
}

// Whether one gets from a square round a corner to the one diagonally behind it: `closed` says of two squares side by
// side whether the border between them is closed; with `both`, both ways round must be open, else one.
function roundCorner(here, dx, dy, closed, both) {
  const [x, y] = squares[here].at;
  const there = numberAt(x + dx, y + dy);
  const ways = [numberAt(x + dx, y), numberAt(x, y + dy)].map(
    (beside) => beside !== null && !closed(here, beside) && !closed(beside, there),
  );
  return both ? ways[0] && ways[1] : ways[0] || ways[1];
}

function walkable(number) {
  const { terrain, obstacle } = squares[number];
  return obstacle === null && (terrain === null || BRIDGES.has(terrain));
}

// An obstacle that is rock at the corner of a diagonal step.
const isStone = (number) => board.play.wall_obstacles.includes(squares[number].obstacle);

function stepsOf(here) {
  if (!walkable(here)) return [];
  const [x, y] = squares[here].at;
  const found = [];
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      const there = numberAt(x + dx, y + dy);
      if (there === null || there === here || !walkable(there)) continue;
      if (dx && dy ? stepRoundCorner(here, x, y, dx, dy) : !walled(here, there)) found.push(there);
    }
  }
  return found.sort((a, b) => a - b);
}

function stepRoundCorner(here, x, y, dx, dy) {
  const closed = (from, to) => walled(from, to) || isStone(from) || isStone(to);
  if (!roundCorner(here, dx, dy, closed, strict)) return false;
  const beside = [numberAt(x + dx, y), numberAt(x, y + dy)];
  return !strict || beside.every((number) => squares[number].door !== "shut");
}

function distancesFrom(starts) {
  const distances = squares.map(() => null);
  const queue = [...new Set(starts)];
  for (const start of queue) distances[start] = 0;
  for (const here of queue) {
    const ends = squares[here].portal !== null || entries.has(here);
    if (ends && distances[here] > 0) continue;
    for (const there of squares[here].steps) {
      if (distances[there] !== null) continue;
      distances[there] = distances[here] + 1;
      queue.push(there);
    }
  }
  return distances;
}

const isShut = (number) => squares[number].door === "shut" || entries.has(number);
const isOpaque = (number) => board.play.opaque.includes(squares[number].obstacle);

function sees(origin, target) {
  const shut = (number) => number !== origin && isShut(number);
  const stops = (number) => shut(number) || (number !== origin && isOpaque(number));
  const closed = (here, there) => walled(here, there) || stops(here) || stops(there);
  const wall = (here, there) => walled(here, there) || shut(here) || shut(there);
  let here = origin;
  for (const [dx, dy] of crossings(squares[origin].at, squares[target].at)) {
    const [x, y] = squares[here].at;
    const there = numberAt(x + dx, y + dy);
    if (there === null) return false;
    if (!dx || !dy) {
      if (closed(here, there)) return false;
    } else if (!roundCorner(here, dx, dy, closed, false) || (strict && !roundCorner(here, dx, dy, wall, true))) {
      return false;
    }
    here = there;
  }
  return true;
}

// The squares a line from middle to middle passes, as the way from each to the next; whole numbers, so that a corner
// met exactly is told from one that is nearly met.
function* crossings([x, y], [toX, toY]) {
  const width = Math.abs(toX - x), height = Math.abs(toY - y);
  const right = Math.sign(toX - x), down = Math.sign(toY - y);
  let across = 0, along = 0;
  while (across < width || along < height) {
    const side = (2 * across + 1) * height - (2 * along + 1) * width;
    if (side <= 0) across += 1;
    if (side >= 0) along += 1;
    yield [side <= 0 ? right : 0, side >= 0 ? down : 0];
  }
}

function turnedPlace([x, y], [cx, cy], quarters) {
  let right = x + 0.5 - cx, down = y + 0.5 - cy;
  for (let turn = 0; turn < quarters; turn += 1) [right, down] = [-down, right];
  return [cx + right - 0.5, cy + down - 0.5];
}

const turning = board.machines.filter((machine) => machine.turns.length);
const home = board.goals.filter((goal) => goal.side === "home").flatMap((goal) => goal.set_up);
console.log(JSON.stringify({
  steps: squares.map((_, number) => stepsOf(number)),
  distances: distancesFrom(home),
  seen: squares.map((_, origin) => squares.flatMap((_, target) => (sees(origin, target) ? [target] : []))),
  turned: turning.map((room) => room.turns.map((turn) => squares.map((square, n) => turn.steps[n] ?? square.steps))),
  places: turning.map((room) => room.turns.map((turn) =>
    room.squares.map((n) => [n, turnedPlace(squares[n].at, room.centre, turn.quarters)]))),
}));
