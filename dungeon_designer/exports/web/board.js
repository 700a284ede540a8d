// The board as it lies on the table now: doors open or shut, rooms turned. Squares keep the numbers of the page's data.

export const WALL = 1;
export const SHUT = 1;

/** The eight steps clockwise from north; every even one crosses a side (north, east, south, west). */
export const DIRECTIONS = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]];
export const COMPASS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

const HAZARDS = new Set(["lava", "water", "acid", "chasm", "cliff", "spike_pit"]);

/** The state of one side of a square: OPEN, WALL, or 2 for a door. */
const side = (edges, at) => (edges >> (2 * at)) & 3;

/**
 * What a dungeon means in its present position.
 *
 * `data` is the page's; `doors` holds the state of square doors by square, `turned` the quarters by room.
 */
export class Board {
  constructor(data, doors = {}, turned = []) {
    this.data = data;
    this.squares = data.squares.map(([x, y, section, edges, terrain, obstacle, door], number) => ({
      number, x, y, edges,
      section: data.sections[section],
      terrain: data.terrains[terrain],
      obstacle: data.obstacles[obstacle],
      door: doors[number] ?? door,
    }));
    turned.forEach((quarters, room) => this.turn(data.rooms[room], quarters));
    this.numbers = new Map(this.squares.map((square) => [`${square.x} ${square.y}`, square.number]));
    this.chests = new Set(data.chests);
    this.portals = new Map(data.portals.filter(([, at]) => at >= 0).reverse().map(([number, at]) => [at, number]));
  }

  /** Put the squares of a room and around it where they lie after some clockwise quarters. */
  turn(room, quarters) {
    for (const [number, x, y, edges] of quarters ? room.turns[quarters - 1] : []) {
      Object.assign(this.squares[number], { x, y, edges });
    }
  }

  /** The number of the square at a place, -1 in the rock. */
  find(x, y) {
    return this.numbers.get(`${x} ${y}`) ?? -1;
  }

  at(number) {
    const { x, y } = this.squares[number];
    return [x, y];
  }

  /** The number of the square one step away, -1 in the rock; walls are not asked. */
  neighbour(number, direction) {
    const { x, y } = this.squares[number], [dx, dy] = DIRECTIONS[direction];
    return this.find(x + dx, y + dy);
  }

  edge(number, at) {
    return side(this.squares[number].edges, at);
  }

  isEntry(number) {
    return this.squares[number].section.kind === "entry";
  }

  isShut(number) {
    return this.squares[number].door === SHUT;
  }

  /** Floor that is no hazard and holds no obstacle. */
  walkable(number) {
    const { terrain, obstacle } = this.squares[number];
    return !obstacle && !HAZARDS.has(terrain);
  }
}

/** How far two places are apart, as the game counts squares. */
export function apart([x, y], [u, v]) {
  return Math.max(Math.abs(x - u), Math.abs(y - v));
}
