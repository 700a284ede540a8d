// The range ruler: which pass reaches how far, and where one may be thrown to.

import { stopBetween } from "./sight.js";

// Of each pass the greatest number of squares along, for 0, 1, 2 … squares across; its first is how far it goes straight.
const RULER = [
  { name: "quick", words: "quick pass", along: [3, 3, 2, 1] },
  { name: "short", words: "short pass", along: [6, 6, 6, 6, 5, 4, 3] },
  { name: "long", words: "long pass", along: [10, 10, 10, 9, 9, 8, 8, 7, 6, 4, 2] },
  { name: "bomb", words: "long bomb", along: [13, 13, 13, 12, 12, 11, 11, 10, 10, 9, 8, 6, 4, 2] },
].map((band) => ({ ...band, farthest: band.along[0] }));

/** The passes an edition allows, near to far. */
export function bandsOf(edition) {
  return RULER.slice(0, RULER.findIndex((band) => band.name === edition.longest_throw) + 1);
}

/** The shortest pass that reaches from one square to another; undefined beyond the longest. */
export function bandFor(one, other, edition) {
  const across = Math.abs(one[0] - other[0]), along = Math.abs(one[1] - other[1]);
  return bandsOf(edition).find((band) => along <= band.along[across]);
}

/** Where a pass from a square may go: the squares in sight by band, and those near enough but out of sight. */
export function throwsFrom(board, edition, origin) {
  const bands = bandsOf(edition).map((band) => ({ ...band, squares: [] })), hidden = [];
  for (const { number, x, y } of board.squares) {
    const name = bandFor(origin, [x, y], edition)?.name, band = bands.find((each) => each.name === name);
    if (!band) continue;
    if (!stopBetween(board, edition, origin, [x, y])) band.squares.push(number);
    else if (!board.isEntry(number)) hidden.push(number);
  }
  return { bands, hidden };
}
