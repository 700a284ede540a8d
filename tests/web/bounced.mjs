// The ways of balls by the page's own modules: reads boards and shots from standard input as JSON, a line each.

import { createInterface } from "node:readline";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { Board } = await import(new URL("board.js", web));
const { ballWay } = await import(new URL("bounce.js", web));

for await (const line of createInterface({ input: process.stdin })) {
  const { data, shots } = JSON.parse(line), board = new Board(data);
  const ways = shots.map(([start, direction, squares]) => ballWay(board, data.edition, start, direction, squares));
  process.stdout.write(`${JSON.stringify(ways.map((way) => way.map(({ number, direction }) => [...board.at(number), direction])))}\n`);
}
