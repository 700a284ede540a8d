// The way of a ball that bounces off walls or scatters. Walls are mirrors: the books' templates are pictures that are lost.

import { DIRECTIONS } from "./board.js";
import { scatterDirection } from "./dice.js";
import { closing, cornerStop } from "./sight.js";

/** Directions after a wall from west to east, after one from north to south, and straight back. */
const offLevel = (direction) => (12 - direction) % 8;
const offUpright = (direction) => (8 - direction) % 8;
const straightBack = (direction) => (direction + 4) % 8;

/**
 * One step of a ball: the square it comes to, the direction it flies on in, and what threw it off (`met`), null for nothing.
 *
 * Straight at a wall it comes back to its own square; aslant it is thrown off to the next square along the wall; in a
 * corner, or at the end of a wall, it comes back as it came. It passes a corner as sight does.
 */
export function ballStep(board, edition, number, direction) {
  const here = board.at(number), [dx, dy] = DIRECTIONS[direction], [x, y] = here, ahead = [x + dx, y + dy];
  const close = (one, other) => closing(board, edition, number, one, other);
  const to = (there, way, met) => ({ number: board.find(...there), direction: way, met });
  const met = direction % 2 ? cornerStop(close, edition.strict, here, [dx, dy]) : close(here, ahead)?.what;
  if (!met) return to(ahead, direction, null);
  if (direction % 2) {
    const along = [x + dx, y], across = [x, y + dy], shut = [close(here, across), close(here, along)];
    if (!shut[1] && shut[0] && close(along, ahead)) return to(along, offLevel(direction), met);
    if (!shut[0] && shut[1] && close(across, ahead)) return to(across, offUpright(direction), met);
  }
  return to(here, straightBack(direction), met);
}

/**
 * The steps of a ball that flies so many squares, or to the second wall where a book has it come down there: the one
 * whose ball flies a D6 (eagbbl, "Bouncing off Walls"). Each has the place where a wall threw it off, `off`, or null.
 */
export function ballWay(board, edition, start, direction, squares) {
  const way = [];
  let number = start;
  while (way.length < squares) {
    const step = ballStep(board, edition, number, direction);
    if (step.met && way.length && edition.wall_bounce === "D6") break;
    const [x, y] = board.at(number), [dx, dy] = DIRECTIONS[direction];
    way.push({ ...step, off: step.met ? [x + (1 + dx) / 2, y + (1 + dy) / 2] : null });
    ({ number, direction } = step);
  }
  return way;
}

/**
 * Where a ball scatters to from a square by D8: the square, what was in its way, and whether the die is rolled again.
 * What is in its way then: the edition says (`off_floor`).
 */
export function ballScatter(board, edition, number, eight) {
  const solid = { ...edition, opaque: board.data.obstacles.filter(Boolean) }, direction = scatterDirection(eight);
  const step = (turn) => ballStep(board, solid, number, (direction + turn) % 8), first = step(0), { met } = first;
  if (!met || edition.off_floor === "bounce") return { number: first.number, direction, met, again: false };
  const next = edition.off_floor === "next" ? [1, 2, 3, 4, 5, 6, 7].map(step).find((each) => !each.met) : null;
  return { number: next?.number ?? number, direction, met, again: !["next", "stays"].includes(edition.off_floor) };
}
