// Dice that nobody can steer: from the browser's own source of chance.

/** A number from 1 to `sides`, each as likely as any other. */
export function roll(sides, chance = globalThis.crypto) {
  const most = Math.floor(2 ** 32 / sides) * sides, drawn = new Uint32Array(1);
  do chance.getRandomValues(drawn); while (drawn[0] >= most);
  return 1 + (drawn[0] % sides);
}

/** The sides of the dice that are rolled alone. */
export const DICE = [3, 6, 8, 10, 12, 16];

/** The six faces of a block die. */
export const BLOCK_FACES = ["attacker down", "both down", "push", "push", "stumble", "pow"];

/** Six-sided dice that are rolled together, and how many of them. */
const ROLLS = { "2D6": [2], block: [1, 2, 3] };

/** Some six-sided dice. */
export function rollSome(count, die = roll) {
  return Array.from({ length: count }, () => die(6));
}

/** Whether dice of that name can have shown these values. */
export function isRoll(name, values) {
  return Object.hasOwn(ROLLS, name) && Array.isArray(values) && ROLLS[name].includes(values.length)
    && values.every((value) => Number.isInteger(value) && value >= 1 && value <= 6);
}

/** How many dice of how many sides a name as the tables have it means. */
const parted = (dice) => /^(\d?)D(\d+)$/.exec(dice).slice(1).map((part) => Number(part || 1));

/** The sum of dice of a name: `2D6`. */
export function rollSum(dice, die = roll) {
  const [count, sides] = parted(dice);
  return Array.from({ length: count }, () => die(sides)).reduce((sum, value) => sum + value);
}

/** Whether the sum of dice of a name can be so much. */
export function isSum(dice, value) {
  const [count, sides] = parted(dice);
  return Number.isInteger(value) && value >= count && value <= count * sides;
}

/** The ways a scattered thing goes by D8, as the usual template counts them: by row, from the upper left. */
const TEMPLATE = [7, 0, 1, 6, 2, 5, 4, 3];

/** Which of the eight directions a D8 means. */
export function scatterDirection(eight) {
  return TEMPLATE[eight - 1];
}

/**
 * Where one who comes out of a portal is scattered to: the square of the D8, or the next one clockwise that is floor,
 * can be stood on and is no portal. null when there is none.
 */
export function scatteredTo(board, portal, eight) {
  for (let turn = 0; turn < 8; turn += 1) {
    const direction = (scatterDirection(eight) + turn) % 8;
    const there = board.neighbour(portal, direction);
    if (there >= 0 && canStand(board, there)) return { number: there, direction, moved: turn };
  }
  return null;
}

function canStand(board, number) {
  return board.walkable(number) && !board.isShut(number) && !board.isEntry(number) && !board.portals.has(number);
}
