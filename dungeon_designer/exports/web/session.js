// What the page keeps while it is open: the match as it was played, and what follows from it.

import { Board } from "./board.js";
import { STOPPED, toggled, turnBegun } from "./clock.js";
import { draw, roll } from "./dice.js";
import { read, written } from "./handing_on.js";
import { isPossible, stateAfter } from "./match.js";
import { Walking } from "./steps.js";

/**
 * A match on one page. `memory` is where it survives a reload (as localStorage is), `now` tells the time, and `changed`
 * is called whenever anything is other than it was.
 */
export class Session {
  constructor(data, { memory = null, now = Date.now, changed = () => {} } = {}) {
    Object.assign(this, { data, memory, now, changed, key: `dungeon-match-${data.id}` });
    this.events = [];
    this.clock = STOPPED;
    const kept = read(data, this.remembered());
    if (kept.match) this.adopt(kept.match);
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
    this.state = stateAfter(this.data, this.events);
    this.board = new Board(this.data, this.state.doors, this.state.turned);
    this.walking = new Walking(this.board, this.data.edition, this.state.opened);
  }

  update() {
    this.derive();
    this.save();
    this.changed();
  }

  /** Do something; the first thing done begins the match. */
  act(...event) {
    if (!this.state.begun && event[0] !== "start") this.events = [...this.events, this.start()];
    if (!isPossible(this.data, [event])) throw new Error(`this cannot be done: ${event}`);
    this.events = [...this.events, event];
    if (event[0] === "turn") this.clock = turnBegun(this.clock, this.now());
    this.update();
  }

  /** The chests that hide a ball, drawn blindly. */
  start() {
    return ["start", draw(this.data.chests, this.data.balls)];
  }

  /** Forget what was done last; with nothing else, the drawing of the ball too. */
  undo() {
    this.events = this.events.slice(0, -1);
    this.update();
  }

  /** A new match: nothing done, the clock at nought. */
  anew() {
    this.adopt({ events: [], clock: STOPPED });
    this.update();
  }

  /** Go on with a match from elsewhere; what is wrong with it in words, or nothing. */
  takeOver(text) {
    const { match, fault } = read(this.data, text);
    if (fault) return fault;
    this.adopt(match);
    this.update();
    return "";
  }

  toggleClock() {
    this.clock = toggled(this.clock, this.now());
    this.update();
  }

  /** Roll for one who steps on a portal, or from 0 comes out of the dug-out. */
  teleport(from) {
    const numbers = [...new Set(this.data.portals.filter(([, at]) => at >= 0).map(([number]) => number))];
    this.act("portal", from, numbers[roll(numbers.length) - 1], roll(8));
  }
}
