// What the page keeps while it is open: the match as it was played, and what follows from it.

import { Board } from "./board.js";
import { STOPPED, toggled, turnBegun } from "./clock.js";
import { roll, scatteredTo } from "./dice.js";
import { read, written } from "./handing_on.js";
import { hiddenIn, isPossible, logOf, recovery, seenIn, stateAfter, winnerOf } from "./match.js";
import { Walking } from "./steps.js";

const OTHER_TAB = "Another tab or window of this page has continued this match. You now see its state.";
const MOST_ROLLS = 20;

/**
 * A match on one page. `memory` is where it survives a reload (as localStorage is), `now` tells the time, `changed` is
 * called whenever anything is other than it was, `say` with what the coaches have to know.
 */
export class Session {
  constructor(data, { memory = null, now = Date.now, changed = () => {}, say = () => {} } = {}) {
    Object.assign(this, { data, memory, now, changed, say, key: `dungeon-match-${data.id}` });
    this.events = [];
    this.clock = STOPPED;
    this.kept = this.remembered();
    const { match, fault } = this.kept ? read(data, this.kept) : {};
    this.fault = fault ?? "";
    if (match) this.adopt(match);
    this.derive();
  }

  /** What memory holds; a browser may forbid to ask, as some do for pages from a file. */
  remembered() {
    try {
      return this.memory?.getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }

  save() {
    try {
      this.memory?.setItem(this.key, this.text);
    } catch {
      // The match goes on without: it is only gone when the page is closed.
    }
    this.kept = this.remembered();
  }

  /** The match as text. */
  get text() {
    return written(this.data, this);
  }

  adopt({ events, clock }) {
    this.events = events;
    this.clock = clock;
  }

  derive() {
    this.log = logOf(this.events);
    this.state = stateAfter(this.data, this.events);
    this.board = new Board(this.data, this.state.doors, this.state.turned);
    this.walking = new Walking(this.board, this.data.edition, this.state.opened);
  }

  /** Show what another tab has kept since; whether there was anything. */
  catchUp() {
    const text = this.remembered();
    if (!text || text === this.kept) return false;
    const { match } = read(this.data, text);
    if (!match) return false;
    this.kept = text;
    this.adopt(match);
    this.derive();
    this.changed();
    this.say(OTHER_TAB);
    return true;
  }

  /** Go on from here, unless another tab went on meanwhile: then nobody knew what he did. Whether it was done. */
  goOn({ events = this.events, clock = this.clock }) {
    if (this.catchUp()) return false;
    this.adopt({ events, clock });
    this.derive();
    this.save();
    this.changed();
    return true;
  }

  /** Do something. Whether it was done. */
  act(...event) {
    if (!isPossible(this.data, [event])) throw new Error(`this cannot be done: ${event}`);
    const clock = ["turn", "drive"].includes(event[0]) ? turnBegun(this.clock, this.now()) : this.clock;
    return this.goOn({ events: [...this.events, event], clock });
  }

  /** Undo what was done last of what still stands. */
  undo() {
    if (this.last) this.act("undo");
  }

  /** A new match: nothing done, the clock at nought. */
  anew() {
    this.goOn({ events: [], clock: STOPPED });
  }

  /** Go on with a match from elsewhere; what is wrong with it in words, or nothing. */
  takeOver(text) {
    const { match, fault } = read(this.data, text);
    if (match) this.goOn(match);
    return fault ?? "";
  }

  toggleClock() {
    this.goOn({ clock: toggled(this.clock, this.now()) });
  }

  /** What was done last of what still stands. */
  get last() {
    return this.log.findLast(({ undone }) => !undone)?.event;
  }

  /** Open a chest. What it holds is drawn now, unless somebody saw it before its opening was undone. */
  open(chest) {
    if (this.catchUp()) return;
    const seen = seenIn(this.log, this.state.drive), { balls, chests } = hiddenIn(this.data, seen);
    this.act("chest", chest, seen.get(chest) ?? (roll(chests) <= balls ? "ball" : "trap"));
  }

  /** Roll until one side has the highest die: it has the first turn, or says who has it. */
  rollOff() {
    const rolls = [];
    do rolls.push(this.data.sides.map(() => roll(6))); while (winnerOf(rolls.at(-1)) < 0);
    this.act("first", winnerOf(rolls.at(-1)), rolls);
  }

  /** Roll for one who steps on a portal, or from 0 comes out of the dug-out. */
  teleport(from, how = "step") {
    const numbers = [...new Set(this.data.portals.filter(([, at]) => at >= 0).map(([number]) => number))];
    const to = numbers[roll(numbers.length) - 1];
    this.act("portal", from, to, from === to ? [] : this.scatter(to), how);
  }

  /** The D8 of who comes out of a portal; where the edition pushes those who stand in the way, rolled again at a wall. */
  scatter(portal) {
    const { arrival, occupied } = this.data.edition, eights = [], at = this.data.portals.find(([number]) => number === portal)[1];
    if (arrival !== "beside") return eights;
    do eights.push(roll(8)); while (occupied === "push" && eights.length < MOST_ROLLS && scatteredTo(this.board, at, eights.at(-1))?.moved);
    return eights;
  }

  /** Roll for the knocked out of a side, as the edition does `when`: in a turn one after the other until one comes in. */
  recover(side, when) {
    const { target, to } = recovery(this.data.edition, when), dice = [], most = Math.min(this.state.boxes[side].knocked_out, MOST_ROLLS);
    const done = () => !target || (to === "dungeon" && dice.at(-1) >= target);
    while (dice.length < most && !done()) dice.push(roll(6));
    if (this.act("recover", side, when, dice) && to === "dungeon" && done()) this.teleport(0);
  }
}
