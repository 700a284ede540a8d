// A match that was played, event by event: players and ball on the map, and beside it what was rolled and why.

import { Board } from "./board.js";
import { button, el, shape } from "./elements.js";
import { MapView, UNITS } from "./map_view.js";
import { Overlay } from "./overlay.js";
import { named, ofSide, sidesAsDrawn } from "./sides.js";

const TEAM = 16, PLAYERS = 32;
/** How a player is, in the codes of the row. */
const HOW = ["", "up", "down", "stunned", "trapped"];
const OFF_THE_MAP = [["reserve", 5], ["knocked out", 6], ["hurt", 7], ["lost", 8]];
const IN_THE_OPEN = 1, CARRIED = 2, TRAPDOOR = 3, COUNTER = 4;
const FACES_OF_COUNTERS = ["nothing", "open_pit", "spiked_pit"];
/** Milliseconds an event takes; one without words takes a third. */
const SPEEDS = [["slow", 2000], ["normal", 900], ["fast", 350], ["very fast", 90]];
const KEYS = { ArrowRight: [1], ArrowLeft: [-1], PageDown: [0, 1], PageUp: [0, -1], End: [Infinity], Home: [-Infinity] };

class Replay {
  constructor(data) {
    this.box = document.querySelector("main");
    const svg = this.box.querySelector("svg");
    document.documentElement.classList.add("live", "replay");
    svg.setAttribute("aria-hidden", "true");
    const sides = Object.fromEntries(sidesAsDrawn(svg, data.sides).map((side) => [side.id, side]));
    Object.assign(this, { data, game: data.game, sides: data.game.sides.map((id) => sides[id]), at: 0, speed: 1, timer: 0 });
    this.overlay = new Overlay(svg);
    this.view = new MapView(this.box, svg, (place) => this.tapped(place));
    this.rows = this.played();
    this.turns = this.game.events.flatMap(([kind], at) => (kind === "turn" ? [at] : []));
    this.traps = this.numbersOfTraps();
    this.drawPlayers(svg);
    this.build();
    addEventListener("keydown", (event) => this.key(event));
    this.show(0);
  }

  /** The row of numbers after each event. */
  played() {
    let row = new Int32Array(2 * PLAYERS + 3 * this.data.squares.length + 5);
    return this.game.events.map(([, , , changes]) => {
      if (changes.length) row = row.slice();
      for (let at = 0; at < changes.length; at += 2) row[changes[at]] = changes[at + 1];
      return row;
    });
  }

  numbersOfTraps() {
    const numbers = new Map(this.data.squares.map(([x, y], number) => [`${x} ${y}`, number]));
    return this.data.traps.map(({ squares: [[x, y]] }) => numbers.get(`${x} ${y}`));
  }

  drawPlayers(svg) {
    const layer = shape("g", { class: "laid players" });
    this.discs = Array.from({ length: PLAYERS }, (_, p) => {
      const side = this.sides[Math.floor(p / TEAM)];
      const disc = shape("g", {}, shape("circle", { r: 390 }), shape("text", { y: 150 }, String((p % TEAM) + 1)), shape("path", { d: "M-260-260l520 520" }));
      return ofSide(disc, side);
    });
    this.ball = shape("g", { class: "flying" }, shape("ellipse", { rx: 260, ry: 170, class: "ball" }), shape("path", { d: "M-110 0h220", class: "lace" }));
    layer.append(...this.discs, this.ball);
    svg.append(layer);
  }

  build() {
    const press = (words, label, act) => button(words, act, { "aria-label": label, title: label });
    this.playing = press("▶", "Play or pause (space)", () => this.toggle());
    this.playing.className = "main";
    this.place = el("input", { type: "range", min: 0, max: this.rows.length - 1, "aria-label": "Position in the match", oninput: () => this.go(Number(this.place.value)) });
    this.turn = el("select", { "aria-label": "Turn", onchange: () => this.go(this.turns[this.turn.value]) },
      this.turns.map((at, number) => el("option", { value: number }, this.game.events[at][2])));
    const speed = el("select", { "aria-label": "Speed", onchange: () => { this.speed = Number(speed.value); } },
      SPEEDS.map(([words], number) => el("option", { value: number, selected: number === this.speed }, words)));
    this.teams = this.game.teams.map((team, at) => ofSide(el("p", { className: "chip" }, named(this.sides[at]), `, ${team}: `, el("span")), this.sides[at]));
    this.log = el("ol", { className: "log", tabIndex: 0, "aria-label": "What happened in this turn" });
    this.spoken = el("p", { className: "spoken", role: "status" });
    const controls = el("div", { className: "buttons" },
      press("«", "Previous turn (Page up)", () => this.jump(-1)), press("◀", "Step back (left arrow)", () => this.step(-1)), this.playing,
      press("▶|", "Step (right arrow)", () => this.step(1)), press("»", "Next turn (Page down)", () => this.jump(1)), this.turn, speed);
    const zoom = el("div", { className: "zoom" }, press("+", "Larger", () => this.view.zoom(1.4)), press("−", "Smaller", () => this.view.zoom(1 / 1.4)),
      press("⤢", "Show all", () => this.view.fit()));
    document.body.append(zoom, el("aside", {}, el("div", { className: "controls" }, controls, this.place, ...this.teams), this.log), this.spoken);
  }

  go(at) {
    this.pause();
    this.show(at);
  }

  step(by) {
    this.go(this.at + by);
    this.spoken.textContent = this.game.events[this.at][2];
  }

  /** To the beginning of another turn; back first to that of this one. */
  jump(by) {
    const here = this.turns.findLastIndex((at) => at <= this.at), begun = this.turns[here] === this.at;
    this.go(this.turns[here + (by < 0 && !begun ? 0 : by)] ?? (by < 0 ? 0 : this.rows.length - 1));
    this.spoken.textContent = this.game.events[this.at][2];
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.rows.length - 1) this.show(0);
    this.playing.textContent = "❚❚";
    this.wait();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.playing.textContent = "▶";
  }

  wait() {
    const [, time] = SPEEDS[this.speed];
    this.timer = setTimeout(() => {
      if (this.at === this.rows.length - 1) return this.pause();
      this.show(this.at + 1);
      this.wait();
    }, this.game.events[this.at][2] ? time : time / 3);
  }

  show(at) {
    this.at = Math.max(0, Math.min(this.rows.length - 1, at));
    const row = this.rows[this.at], active = this.game.events[this.at][1];
    const [ball, ballAt, carrier, turned, stone] = row.subarray(row.length - 5), { data } = this;
    const rooms = data.rooms.map((_, room) => Math.floor(turned / 4 ** room) % 4), doors = {};
    const of = (square, which) => row[2 * PLAYERS + 3 * square + which];
    data.squares.forEach(([, , , , , , drawn], square) => { if (drawn) doors[square] = of(square, 0) === 1 ? 1 : 2; });
    const opened = new Map(data.chests.filter((chest) => !of(chest, 1)).map((chest) => [chest, "seen"]));
    const traps = this.traps.map((square) => of(square, 2));
    const faces = traps.map((trap, number) => (data.traps[number].kind === "counter" && trap !== COUNTER ? FACES_OF_COUNTERS[trap] : undefined));
    const sprung = new Set(traps.flatMap((trap, number) => (data.traps[number].kind === "trapdoor" && trap !== TRAPDOOR ? [number] : [])));
    this.board = new Board(data, doors, rooms);
    const state = { opened, turned: rooms, stones: data.stones.map((_, which) => ({ offset: which ? 0 : stone })), faces, sprung };
    this.overlay.match({ data, board: this.board, state });
    this.discs.forEach((disc, p) => {
      const how = HOW[row[2 * p]] ?? "", square = row[2 * p + 1];
      disc.setAttribute("class", how && square >= 0 ? `disc ${how}${p === active ? " active" : ""}` : "away");
      if (how && square >= 0) this.put(disc, square);
    });
    const where = ball === CARRIED ? row[2 * carrier + 1] : ball === IN_THE_OPEN ? ballAt : -1;
    this.ball.setAttribute("class", where < 0 ? "away" : ball === CARRIED ? "flying held" : "flying");
    if (where >= 0) this.put(this.ball, where, ball === CARRIED ? 300 : 0);
    this.tell(row, active);
  }

  put(drawn, square, aside = 0) {
    const [x, y] = this.board.at(square);
    drawn.style.transform = `translate(${(x + 0.5) * UNITS + aside}px, ${(y + 0.5) * UNITS - aside}px)`;
  }

  /** The words of this turn so far, the last of them now; and where the players are. */
  tell(row, active) {
    const { events } = this.game, turn = this.turns.findLastIndex((at) => at <= this.at), lines = [];
    for (let at = Math.max(0, this.turns[turn]); at <= this.at; at += 1) {
      const [kind, p, words] = events[at];
      if (!words) continue;
      const line = el("li", { className: kind, onclick: () => this.go(at) }, words);
      lines.push(p < 0 ? line : ofSide(line, this.sides[Math.floor(p / TEAM)]));
    }
    lines.at(-1)?.setAttribute("aria-current", "step");
    this.log.replaceChildren(...lines);
    this.log.scrollTop = this.log.scrollHeight;
    this.turn.value = turn;
    this.place.value = this.at;
    this.teams.forEach((chip, team) => {
      const states = Array.from({ length: TEAM }, (_, p) => row[2 * (team * TEAM + p)]), count = (wanted) => states.filter((state) => wanted(state)).length;
      const boxes = OFF_THE_MAP.map(([words, code]) => [words, count((state) => state === code)]).filter(([, many]) => many);
      chip.lastChild.textContent = [`${count((state) => state >= 1 && state <= 4)} in the dungeon`, ...boxes.map(([words, many]) => `${many} ${words}`)].join(", ");
    });
    if (active >= 0 && row[2 * active + 1] >= 0) this.view.reveal(this.board.at(row[2 * active + 1]));
  }

  /** Who stands on a place. */
  tapped([x, y]) {
    const square = this.board.find(x, y), row = this.rows[this.at];
    const words = this.game.players.filter((_, p) => row[2 * p + 1] === square && HOW[row[2 * p]]).join("; ");
    if (!words) return;
    this.pause();
    this.spoken.textContent = words;
    this.log.append(el("li", { className: "who" }, words));
    this.log.scrollTop = this.log.scrollHeight;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    const [step, turn] = KEYS[event.key] ?? [];
    if (event.key === " " && !event.target.matches("button")) this.toggle();
    else if (turn) this.jump(turn);
    else if (step) this.step(step);
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.25);
    else if (event.key === "-") this.view.zoom(0.8);
    else if (event.key === "0") this.view.fit();
    else return;
    event.preventDefault();
  }
}

globalThis.replayPage = new Replay(JSON.parse(document.querySelector("script[type='application/json']").textContent));
