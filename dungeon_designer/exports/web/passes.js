// The range ruler: which pass reaches how far, and where one may be thrown to.

import { apart } from "./board.js";
import { stopBetween } from "./sight.js";

const RULER = [
  { name: "quick", words: "quick pass", nearest: 0, farthest: 3 },
  { name: "short", words: "short pass", nearest: 4, farthest: 6 },
  { name: "long", words: "long pass", nearest: 7, farthest: 10 },
  { name: "bomb", words: "long bomb", nearest: 11, farthest: 13 },
];

/** The passes an edition allows, near to far. */
export function bandsOf(edition) {
  return RULER.slice(0, RULER.findIndex((band) => band.name === edition.longest) + 1);
}

/** The pass that reaches so many squares; undefined beyond the longest. */
export function bandFor(distance, edition) {
  return bandsOf(edition).find((band) => band.nearest <= distance && distance <= band.farthest);
}

/** Where a pass from a square may go: the squares in sight by band, and those near enough but out of sight. */
export function throwsFrom(board, edition, origin) {
  const bands = bandsOf(edition).map((band) => ({ ...band, squares: [] })), hidden = [];
  for (const { number, x, y } of board.squares) {
    const band = bands.find((each) => apart(origin, [x, y]) <= each.farthest);
    if (!band) continue;
    if (!stopBetween(board, edition, origin, [x, y])) band.squares.push(number);
    else if (!board.isEntry(number)) hidden.push(number);
  }
  return { bands, hidden };
}
