// What is laid over the map: what was measured, what is chosen, and what the match has changed.

import { shape } from "./elements.js";
import { UNITS } from "./map_view.js";
import { contentOf } from "./match.js";
import { plain } from "./words.js";

const PICTURE = "coaches-page-picture";
const FACE_WORDS = { nothing: "–", open_pit: "pit", spiked_pit: "spikes" };

/** A layer above everything that is drawn. */
export class Overlay {
  constructor(svg) {
    this.svg = svg;
    this.picture = shape("g", { id: PICTURE });
    this.picture.append(...[...svg.children].filter((child) => child.tagName === "g"));
    this.moved = shape("g", { class: "moved" });
    this.changed = shape("g", { class: "laid changed" });
    this.measured = shape("g", { class: "laid measured" });
    this.chosen = shape("g", { class: "laid chosen" });
    svg.append(this.picture, this.moved, this.changed, this.measured, this.chosen);
  }

  /** Leave the picture as it was before anything was laid over it. */
  close() {
    for (const layer of [this.moved, this.changed, this.measured, this.chosen]) layer.remove();
    this.picture.replaceWith(...this.picture.children);
  }

  /** Mark squares as chosen. */
  choose(places) {
    this.chosen.replaceChildren(...places.map(([x, y], at) => shape("rect", { ...square(x, y, 0.04), class: `mark mark${at}` })));
  }

  clear() {
    this.measured.replaceChildren();
  }

  /** The way on foot, the line of sight as far as it goes, and where it is stopped. */
  between(path, [x, y], [u, v], stop) {
    const end = stop ? stop.at : [u + 0.5, v + 0.5];
    const points = path.map(([px, py]) => `${middle(px)} ${middle(py)}`).join(" ");
    this.measured.replaceChildren(
      shape("line", { x1: middle(x), y1: middle(y), x2: middle(u), y2: middle(v), class: "beyond" }),
      shape("line", { x1: middle(x), y1: middle(y), x2: end[0] * UNITS, y2: end[1] * UNITS, class: "sight" }),
      shape("polyline", { points, class: "way" }),
      ...(stop ? [shape("circle", { cx: end[0] * UNITS, cy: end[1] * UNITS, r: 170, class: "stop" })] : []),
    );
  }

  /** The way of a ball from a place: to each square `at`, thrown off walls at `off`; the squares it comes to are numbered. */
  flight(steps, from) {
    const walls = steps.filter(({ off }) => off).map(({ off: [x, y] }) => [x * UNITS, y * UNITS]);
    const points = [from, ...steps.flatMap(({ at, off }) => [off && off.map((each) => each - 0.5), at].filter(Boolean))];
    const numbers = new Map(steps.map(({ at }, step) => [at.join(" "), [at, step + 1]]).reverse());
    this.tint([{ name: "near", squares: [...numbers.values()] }]);
    this.measured.append(
      shape("polyline", { points: points.map(([x, y]) => `${middle(x)} ${middle(y)}`).join(" "), class: "way" }),
      ...walls.map(([cx, cy]) => shape("circle", { cx, cy, r: 170, class: "stop" })),
      ...[...this.measured.querySelectorAll("text")],
    );
  }

  /** Tinted squares: each part has a `class` and `squares`, places with a number to write on each or none. */
  tint(parts) {
    this.measured.replaceChildren(...parts.flatMap(({ name, squares }) => squares.flatMap(([[x, y], number]) => [
      shape("rect", { ...square(x, y, 0), class: `tint ${name}` }),
      ...(number === undefined ? [] : [label(x, y, number, "steps")]),
    ])));
  }

  /** What the match has changed on the map. */
  match({ data, board, state }) {
    const gone = (id, is) => this.picture.querySelector(`[id="${id}"]`)?.classList.toggle("gone", is);
    const marks = [];
    for (const chest of data.chests) {
      const [x, y] = data.squares[chest], opened = state.opened.has(chest);
      gone(`chest-at-${x}-${y}`, opened);
      if (opened) marks.push(...found(...board.at(chest), contentOf(state, chest)));
    }
    data.squares.forEach(([x, y, , , , , drawn], number) => {
      if (!drawn) return;
      const { door } = board.squares[number];
      gone(`square-door-${x}-${y}`, door !== drawn);
      if (door !== drawn) marks.push(...doorway(...board.at(number), door));
    });
    data.traps.forEach((trap, at) => marks.push(...this.trap(trap, state, at)));
    this.changed.replaceChildren(...marks);
    this.moved.replaceChildren(...data.rooms.flatMap((room, at) => this.turned(room, state.turned[at], at)),
      ...data.stones.flatMap((stone, at) => this.stone(stone, state.stones[at])));
  }

  * trap(trap, state, at) {
    const places = trap.squares;
    if (trap.kind === "counter" && state.faces[at]) yield label(...places[0], FACE_WORDS[state.faces[at]] ?? plain(state.faces[at]), "face");
    if (state.sprung.has(at)) for (const [x, y] of places) yield shape("rect", { ...square(x, y, 0.12), class: "sprung" });
  }

  /** The picture once more, turned about the middle of the room and seen through it alone. */
  turned({ corner: [x, y], size }, quarters, at) {
    if (!quarters) return [];
    const box = { x: x * UNITS, y: y * UNITS, width: size * UNITS, height: size * UNITS }, clip = `${PICTURE}-room-${at}`;
    const middleOf = [(x + size / 2) * UNITS, (y + size / 2) * UNITS];
    return [
      shape("clipPath", { id: clip }, shape("rect", box)),
      shape("g", { "clip-path": `url(#${clip})` },
        shape("use", { href: `#${PICTURE}`, transform: `rotate(${90 * quarters} ${middleOf.join(" ")})` })),
    ];
  }

  /** A rolling ball where it lies now: its own picture, once more. */
  stone({ at: [x, y], step: [dx, dy] }, { offset }) {
    const drawn = [...this.picture.querySelectorAll(`[id="rolling-ball-${x}-${y}"] > use`)].at(-1);
    drawn?.classList.toggle("away", offset > 0);
    if (!drawn || !offset) return [];
    const there = drawn.cloneNode();
    there.removeAttribute("class");
    return [shape("g", { transform: `translate(${dx * offset * UNITS} ${dy * offset * UNITS})` }, there)];
  }
}

const middle = (at) => (at + 0.5) * UNITS;

function square(x, y, inset) {
  const size = (1 - 2 * inset) * UNITS;
  return { x: (x + inset) * UNITS, y: (y + inset) * UNITS, width: size, height: size, rx: inset ? 90 : 0 };
}

function label(x, y, words, name) {
  return shape("text", { x: middle(x), y: middle(y) + 130, class: name }, String(words));
}

function found(x, y, content) {
  const at = { cx: middle(x), cy: middle(y) };
  if (content === "seen") return [];
  if (content === "ball") return [shape("ellipse", { ...at, rx: 330, ry: 210, class: "ball" }), shape("line", { x1: at.cx - 140, x2: at.cx + 140, y1: at.cy, y2: at.cy, class: "lace" })];
  const cross = `M${at.cx - 220} ${at.cy - 220}l440 440m0-440l-440 440`;
  return [shape("path", { d: cross, class: "burst" })];
}

function doorway(x, y, door) {
  if (door === 1) return [shape("rect", { ...square(x, y, 0.1), class: "door" })];
  return [shape("rect", { ...square(x, y, 0.1), class: "door open" }), label(x, y, "open", "face")];
}
