// What the page's own modules measure: reads questions from standard input as JSON, a line each, and answers them.

import { createInterface } from "node:readline";

const web = new URL("../../dungeon_designer/exports/web/", import.meta.url);
const { Board, apart } = await import(new URL("board.js", web));
const { Walking, adjacency } = await import(new URL("steps.js", web));
const { stopBetween } = await import(new URL("sight.js", web));
const { bandFor, throwsFrom } = await import(new URL("passes.js", web));

const listed = (table) => [...table].sort(([a], [b]) => a - b);

for await (const line of createInterface({ input: process.stdin })) {
  const { data, pairs, starts } = JSON.parse(line);
  const { edition } = data, board = new Board(data), walking = new Walking(board, edition);
  const between = ([here, there]) => {
    const from = board.at(here), to = board.at(there), far = apart(from, to), path = walking.path(here, there);
    const stop = stopBetween(board, edition, from, to);
    return {
      apart: far,
      steps: path.length ? path.length - 1 : null,
      path: path.map((at) => board.at(at)),
      jump: walking.jump(here, there),
      stop: stop?.what ?? null,
      at: stop?.at ?? null,
      band: bandFor(from, to, edition)?.name ?? null,
    };
  };
  const around = (start) => {
    const { walked, rushed, jumped } = walking.reach(start, 6), { bands, hidden } = throwsFrom(board, edition, board.at(start));
    return {
      walked: listed(walked), rushed: listed(rushed), jumped: listed(jumped), hidden,
      bands: bands.map(({ name, squares }) => [name, squares]),
    };
  };
  const turned = data.rooms.map((room, at) => [1, 2, 3].map((quarters) =>
    adjacency(new Board(data, {}, data.rooms.map((_, each) => (each === at ? quarters : 0))), edition)));
  process.stdout.write(`${JSON.stringify({
    adjacent: adjacency(board, edition), between: pairs.map(between), around: starts.map(around), turned,
  })}\n`);
}
