// Steps on foot and through portals, and how far a player gets in a turn: all by the edition's rules.

import { WALL } from "./board.js";

/**
 * Whether walls let one step from a square to its neighbour in a direction.
 *
 * At a corner an obstacle that the edition calls a wall (`wall_obstacles`) counts as rock; hazards and others do not.
 */
export function legal(board, from, direction, edition) {
  const passable = (number, at) => number >= 0 && board.edge(number, at) !== WALL;
  if (direction % 2 === 0) return passable(from, direction / 2);
  const first = (direction - 1) / 2, second = ((direction + 1) / 2) % 4;
  const round = (one, other) => {
    const corner = board.neighbour(from, 2 * one);
    if (!passable(from, one) || !passable(corner, other)) return false;
    return !edition.wall_obstacles.includes(board.squares[corner].obstacle) && !(edition.strict && board.isShut(corner));
  };
  const ways = [round(first, second), round(second, first)];
  return edition.strict ? ways.every(Boolean) : ways.some(Boolean);
}

/** The squares one step from each square, by the edition's corners. */
export function adjacency(board, edition) {
  return board.squares.map(({ number }) => {
    if (!board.walkable(number)) return [];
    const steps = [];
    for (let direction = 0; direction < 8; direction += 1) {
      const there = board.neighbour(number, direction);
      if (there >= 0 && board.walkable(there) && legal(board, number, direction, edition)) steps.push(there);
    }
    return steps.sort((a, b) => a - b);
  });
}

/** Walking on one board; `opened` are the chests that are gone. */
export class Walking {
  constructor(board, edition, opened = new Set()) {
    this.board = board;
    this.edition = edition;
    this.adjacent = adjacency(board, edition);
    this.closed = new Set(edition.impassable ? [...board.chests].filter((chest) => !opened.has(chest)) : []);
    this.tables = new Map();
  }

  /** Whether ways only begin or end on a square: a portal, an entry, a shut chest nobody climbs over. */
  isEnd(number) {
    return this.board.portals.has(number) || this.board.isEntry(number) || this.closed.has(number);
  }

  /** Steps from a square to each square, Infinity where no way leads. */
  from(start) {
    if (!this.tables.has(start)) this.tables.set(start, this.waves(start));
    return this.tables.get(start);
  }

  waves(start) {
    const steps = new Array(this.board.squares.length).fill(Infinity);
    if (!this.board.walkable(start)) return steps;
    steps[start] = 0;
    const queue = [start];
    for (const here of queue) {
      if (here !== start && this.isEnd(here)) continue;
      for (const there of this.adjacent[here]) {
        if (steps[there] === Infinity) {
          steps[there] = steps[here] + 1;
          queue.push(there);
        }
      }
    }
    return steps;
  }

  /** A shortest way, both ends included, the one nearest the straight line; empty when there is none. */
  path(start, end) {
    const steps = this.from(start);
    if (steps[end] === Infinity) return [];
    const [sx, sy] = this.board.at(start), [ex, ey] = this.board.at(end);
    const aside = (number) => {
      const [x, y] = this.board.at(number);
      return Math.abs((ex - sx) * (y - sy) - (ey - sy) * (x - sx));
    };
    const path = [end];
    while (steps[path[0]] > 0) {
      const before = this.adjacent[path[0]].filter(
        (number) => steps[number] === steps[path[0]] - 1 && (steps[number] === 0 || !this.isEnd(number)),
      );
      path.unshift(before.reduce((best, number) => (aside(number) < aside(best) ? number : best)));
    }
    return path;
  }

  /** The portals a player gets to, each square with its steps. */
  legs(steps) {
    return [...this.board.portals.keys()].filter((at) => steps[at] !== Infinity).map((at) => [at, steps[at]]);
  }

  /** The best way that enters one portal and leaves by another, with the die's kind help; null without. */
  jump(start, end) {
    if (this.board.portals.size < 2) return null;
    let best = null;
    for (const [entered, before] of this.legs(this.from(start))) {
      for (const [left, after] of this.legs(this.from(end))) {
        const way = [before + after, before, after, entered, left];
        if (entered !== left && (!best || isBefore(way, best))) best = way;
      }
    }
    if (!best) return null;
    const [, before, after, entered, left] = best, { portals } = this.board;
    return { before, after, entered: portals.get(entered), left: portals.get(left), total: this.cost(before, after) };
  }

  /** The steps a jump takes in all; null where the book is silent, or ends the turn with the jump. */
  cost(before, after) {
    const { jump, onward, arrival } = this.edition;
    if (jump === null || (after && !onward)) return null;
    return before + jump + after - (arrival === "beside" && after ? 1 : 0);
  }

  /** Where a player of some movement gets in one turn, with the steps: on foot, at a risk, through one portal. */
  reach(start, movement) {
    const steps = this.from(start), { rush } = this.edition, jumped = this.jumped(steps, movement);
    const listed = (table, wanted) =>
      new Map(table.map((taken, at) => [at, taken]).filter(([at, taken]) => !this.closed.has(at) && wanted(taken, at)));
    return {
      walked: listed(steps, (taken) => taken <= movement),
      rushed: listed(steps, (taken) => taken > movement && taken <= movement + rush),
      jumped: listed(jumped, (taken, at) => taken !== Infinity && steps[at] > movement + rush),
    };
  }

  jumped(steps, movement) {
    const { jump, rush } = this.edition, best = steps.map(() => Infinity);
    if (jump === null) return best;
    const entered = this.legs(steps).filter(([, taken]) => taken <= movement + rush);
    for (const portal of this.board.portals.keys()) {
      const before = Math.min(...entered.filter(([at]) => at !== portal).map(([, taken]) => taken));
      if (before === Infinity) continue;
      this.beyond(portal, before, movement).forEach((taken, at) => { best[at] = Math.min(best[at], taken); });
    }
    return best;
  }

  /** The steps to each square for one who comes out of a portal, having taken some to get into another. */
  beyond(portal, before, movement) {
    const { jump, rush, rush_after_jump, onward, arrival } = this.edition, beside = arrival === "beside" ? 1 : 0;
    const spent = before < movement ? before + jump : before;
    const more = rush_after_jump || spent < movement ? rush : 0;
    const most = onward ? Math.max(movement + more, spent) : spent;
    return this.from(portal).map((steps, at) => {
      const stands = steps >= beside && !(this.board.portals.has(at) && steps > 0);
      const total = steps - beside + spent;
      return stands && total <= most ? total : Infinity;
    });
  }
}

/** Whether one list of numbers comes before another. */
function isBefore(one, other) {
  const at = one.findIndex((value, i) => value !== other[i]);
  return at >= 0 && one[at] < other[at];
}
