// The range ruler: which pass reaches how far, and where one may be thrown to.

import { stopBetween } from "./sight.js";

const PASSES = [["quick", "quick pass"], ["short", "short pass"], ["long", "long pass"], ["bomb", "long bomb"]];

/** The passes an edition allows, near to far: how many squares along each goes for 0, 1, 2 … across, and at most. */
export function bandsOf({ ruler, longest_throw: longest }) {
  return PASSES.slice(0, PASSES.findIndex(([name]) => name === longest) + 1)
    .map(([name, words], at) => ({ name, words, along: ruler.map((row) => row[at]), farthest: ruler[0][at] }));
}

/** The shortest pass that reaches from one square to another; undefined beyond the longest. */
export function bandFor(one, other, edition) {
  return shortestOf(bandsOf(edition), one, other);
}

function shortestOf(bands, one, other) {
  const across = Math.abs(one[0] - other[0]), along = Math.abs(one[1] - other[1]);
  return bands.find((band) => along <= band.along[across]);
}

/** Where a pass from a square may go: the squares in sight by band, and those near enough but out of sight. */
export function throwsFrom(board, edition, origin) {
  const bands = bandsOf(edition).map((band) => ({ ...band, squares: [] })), hidden = [];
  for (const { number, x, y } of board.squares) {
    const band = shortestOf(bands, origin, [x, y]);
    if (!band) continue;
    if (!stopBetween(board, edition, origin, [x, y])) band.squares.push(number);
    else if (!board.isEntry(number)) hidden.push(number);
  }
  return { bands, hidden };
}
