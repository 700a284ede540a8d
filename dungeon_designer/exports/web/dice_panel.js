// The dice on the table: each roll is something that was done, and stands in the match.

import { DICE, roll, rollSome } from "./dice.js";
import { button } from "./elements.js";

const BLOCKS = [[1, "Block: 1 die"], [2, "2 block dice"], [3, "3 block dice"]];

/** A button for each die, for two of six sides, and for block dice. */
export function diceButtons(session) {
  const rolled = (name, count) => () => session.act("dice", name, rollSome(count));
  return [
    button("2D6", rolled("2D6", 2)),
    ...DICE.map((sides) => button(`D${sides}`, () => session.act("die", sides, roll(sides)))),
    ...BLOCKS.map(([count, words]) => button(words, rolled("block", count))),
  ];
}
