// Lines of sight from middle to middle, in whole numbers: no line is ever nearly stopped.

import { WALL } from "./board.js";

const NAMES = { door: "shut door", entry: "entry", wall: "wall" };

/** What fills a square and stops a line, and whether its corners count as a wall's do. */
function filling(board, number, edition) {
  if (board.isShut(number)) return { what: "door", hard: true };
  if (board.isEntry(number)) return { what: "entry", hard: true };
  const { obstacle } = board.squares[number];
  return edition.opaque.includes(obstacle) ? { what: obstacle, hard: false } : null;
}

/** What closes the border between two neighbouring places; null when it is open. */
export function closing(board, edition, here, one, other) {
  const [a, b] = [one, other].sort(([x, y], [u, v]) => y - v || x - u);
  const ends = [board.find(...a), board.find(...b)];
  const known = ends[0] >= 0 ? 0 : 1;
  if (ends[known] < 0) return null;
  const upright = a[1] === b[1];
  const at = known === 0 ? (upright ? 1 : 2) : (upright ? 3 : 0);
  if (board.edge(ends[known], at) === WALL) return { what: "wall", hard: true };
  const solid = ends.filter((end) => end >= 0 && end !== here).map((end) => filling(board, end, edition)).filter(Boolean);
  return solid.length ? { what: solid[0].what, hard: solid.some((each) => each.hard) } : null;
}

/** What stops a line that runs exactly through the corner of four squares. */
export function cornerStop(close, strict, [x, y], [sx, sy]) {
  const aside = [x + sx, y], ahead = [x, y + sy], across = [x + sx, y + sy], here = [x, y];
  const one = [close(here, aside), close(aside, across)], other = [close(here, ahead), close(ahead, across)];
  const met = [...one, ...other].filter(Boolean);
  const shut = (one.some(Boolean) && other.some(Boolean)) || (strict && met.some((each) => each.hard));
  if (!shut) return null;
  return met.some((each) => each.what === "wall") ? "wall" : met[0].what;
}

/**
 * The first thing the line between two places meets: `{ what, at }`, or null when one sees the other.
 *
 * `at` is where, in squares. With free corners one open way round a corner is enough, with strict ones both must be.
 */
export function stopBetween(board, edition, start, end) {
  const here = board.find(...start);
  const middle = [start[0] + 0.5, start[1] + 0.5];
  if (here < 0) return { what: "wall", at: middle };
  const close = (one, other) => closing(board, edition, here, one, other);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]], wide = Math.abs(dx), high = Math.abs(dy);
  const [sx, sy] = [Math.sign(dx), Math.sign(dy)];
  let at = start;
  for (let across = 0, down = 0; across < wide || down < high;) {
    const level = (2 * across + 1) * high, upright = (2 * down + 1) * wide;
    const step = [level <= upright && across < wide ? sx : 0, upright <= level && down < high ? sy : 0];
    const next = [at[0] + step[0], at[1] + step[1]];
    const what = step[0] && step[1] ? cornerStop(close, edition.strict, at, step) : close(at, next)?.what;
    if (what) {
      const share = step[0] ? (2 * across + 1) / (2 * wide) : (2 * down + 1) / (2 * high);
      return { what, at: [middle[0] + share * dx, middle[1] + share * dy] };
    }
    across += Math.abs(step[0]);
    down += Math.abs(step[1]);
    at = next;
  }
  return board.find(...end) >= 0 ? null : { what: "wall", at: [end[0] + 0.5, end[1] + 0.5] };
}

/** What stopped a line, in words. */
export function stopInWords(what) {
  return NAMES[what] ?? what.replaceAll("_", " ");
}
