// The coaches' page: a map, and beside it what is known of a square, a ruler, and the table the match is played on.

import { Awake } from "./awake.js";
import { deadlinesAt, elapsed } from "./clock.js";
import { button, el, shape } from "./elements.js";
import { findingsAt, notesPanel } from "./findings.js";
import { MARK } from "./handing_on.js";
import { lookPanel } from "./look_panel.js";
import { MapView } from "./map_view.js";
import { NOTHING, drawMeasured, measurePanel, tappedTo } from "./measure_panel.js";
import { Overlay } from "./overlay.js";
import { Session } from "./session.js";
import { sidesAsDrawn } from "./sides.js";
import { tablePanel } from "./table_panel.js";
import { arrival, eventInWords, place, squareInWords } from "./words.js";

const TABS = [["look", "Look"], ["measure", "Measure"], ["table", "Table"], ["notes", "Notes"]];
/** The sign for a map that fills the window: four corners. */
const CORNERS = "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4";
const CONTROLS = "button, textarea, input, select, summary";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The page of one dungeon: `given` is what it knows of the dungeon, whose map stands in `main`. It is whole once it is
 * made; `close` takes away what it added, so that the page of another dungeon can be made in its place.
 */
export class CoachesPage {
  constructor(given) {
    this.closing = new AbortController();
    this.tab = "look";
    this.at = null;
    this.asked = NOTHING;
    this.passed = 0;
    this.awake = new Awake(navigator.wakeLock, document, this.closing.signal);
    this.build(given);
    const data = { ...given, sides: sidesAsDrawn(this.view.svg, given.sides) };
    this.session = new Session(data, { memory: memory(), changed: () => this.changed(), say: (words) => this.warn(words) });
    this.told = new WeakSet(this.session.events);
    this.offer();
    this.changed();
    if (this.session.fault) this.warn(this.session.fault);
    addEventListener("storage", () => this.session.catchUp(), { signal: this.closing.signal });
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  /** Listen no longer, and leave the map as it was before the page was made. */
  close() {
    if (this.filled) this.fill();
    this.closing.abort();
    clearInterval(this.ticking);
    this.awake.keep(false);
    this.view.close();
    this.overlay.close();
    for (const added of [...this.added, this.bar, this.offered]) added?.remove();
    for (const name of ["role", "aria-label", "tabindex"]) this.box.removeAttribute(name);
    this.view.svg.removeAttribute("aria-hidden");
    document.documentElement.classList.remove("live");
  }

  build(data) {
    document.documentElement.classList.add("live");
    this.box = document.querySelector("main");
    const svg = this.box.querySelector("svg");
    svg.setAttribute("aria-hidden", "true");
    this.overlay = new Overlay(svg);
    Object.assign(this.box, { tabIndex: 0 });
    this.box.setAttribute("role", "application");
    this.box.setAttribute("aria-label", `Map of ${data.name}. Arrow keys go from square to square, Enter taps, plus and minus zoom, 0 shows all.`);
    this.view = new MapView(this.box, svg, (at) => this.tapped(at));
    const { signal } = this.closing;
    this.box.addEventListener("keydown", (event) => this.key(event), { signal });
    this.notes = document.querySelector(".words");
    this.spoken = el("p", { className: "spoken", role: "status" });
    this.tabs = TABS.map(([tab, words]) => button(words, () => this.pressed(tab), { id: `tab-${tab}`, role: "tab", "aria-controls": "panel" }));
    this.panel = el("div", { id: "panel", className: "panel", role: "tabpanel", tabIndex: 0 });
    const bar = el("div", { className: "tabs", role: "tablist" }, ...this.tabs);
    bar.addEventListener("keydown", (event) => this.turnTabs(event));
    const zoom = el("div", { className: "zoom" }, button("+", () => this.view.zoom(1.4), { "aria-label": "Larger" }),
      button("−", () => this.view.zoom(1 / 1.4), { "aria-label": "Smaller" }), button("⤢", () => this.view.fit(), { "aria-label": "Show all" }),
      button(shape("svg", { viewBox: "0 0 16 16" }, shape("path", { d: CORNERS })), () => this.fill(), { id: "alone", "aria-label": "Map alone", "aria-pressed": "false" }));
    document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && this.filled) this.fill(); }, { signal });
    this.side = el("aside", {}, bar, this.panel);
    this.added = [zoom, this.side, this.spoken];
    document.body.append(...this.added);
  }

  /** A match that came with the link is taken over; one that is played here already only when that is wanted. */
  offer() {
    if (!location.hash.startsWith(MARK)) return;
    const text = location.hash;
    const leave = () => history.replaceState(null, "", location.href.split("#")[0]);
    if (!this.session.events.length || this.session.text === text.slice(MARK.length)) {
      this.say(this.session.takeOver(text) || "The match continues from where it was handed on.");
      this.tab = "table";
      leave();
      return;
    }
    const close = () => { leave(); bar.remove(); };
    const bar = el("div", { className: "offer", role: "alert" }, "This link contains a match, but you are playing another one on this page.",
      button("Take it over", () => { this.say(this.session.takeOver(text)); close(); }, { className: "main" }), button("Keep mine", close));
    this.offered = bar;
    document.body.append(bar);
  }

  changed() {
    const { last } = this.session, isNew = Boolean(last) && !this.told.has(last);
    if (isNew) this.told.add(last);
    if (isNew && last[0] === "portal") this.arrived(arrival(this.session, last).number);
    this.refresh();
    this.awake.keep(this.session.clock.since !== null);
    if (isNew) this.say(eventInWords(this.session, last));
  }

  arrived(number) {
    if (number < 0) return;
    this.at = this.session.board.at(number);
    this.view.reveal(this.at);
  }

  get filled() {
    return document.documentElement.classList.contains("filled");
  }

  /** The map fills the window, and its panel is shut until a tab or a square is tapped; or all is as before. */
  fill() {
    const filled = document.documentElement.classList.toggle("filled");
    document.querySelector("#alone").setAttribute("aria-pressed", String(filled));
    this.side.classList.toggle("shut", filled);
    if (filled) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  /** A tab was pressed; that of an open panel shuts it where the map fills the window. */
  pressed(tab) {
    const { classList } = this.side;
    if (this.filled && tab === this.tab && !classList.contains("shut")) classList.add("shut");
    else this.show(tab);
  }

  show(tab) {
    this.tab = tab;
    this.side.classList.remove("shut");
    this.refresh();
  }

  refresh() {
    const { session, tab } = this;
    for (const each of this.tabs) {
      const chosen = each.id === `tab-${tab}`;
      each.setAttribute("aria-selected", String(chosen));
      each.tabIndex = chosen ? 0 : -1;
    }
    this.panel.setAttribute("aria-labelledby", `tab-${tab}`);
    this.redraw(this.contents(tab));
    this.overlay.match(session);
    if (tab === "measure") drawMeasured(session, this.overlay, this.asked);
    else {
      this.overlay.clear();
      this.overlay.choose(this.at ? [this.at] : []);
    }
  }

  /** Fill the panel. What has the focus in it keeps it: by its words, else by its place among as many; else the panel has it. */
  redraw(contents) {
    const { panel } = this, held = document.activeElement, had = [...panel.querySelectorAll(CONTROLS)], at = had.indexOf(held);
    panel.replaceChildren(...contents);
    if (at < 0) return;
    const named = (control) => control.ariaLabel ?? control.textContent, has = [...panel.querySelectorAll(CONTROLS)];
    const next = has.find((each) => named(each) === named(held)) ?? (has.length === had.length ? has[at] : panel);
    (next.disabled ? panel : next).focus({ preventScroll: true });
  }

  contents(tab) {
    if (tab === "notes") return notesPanel(this.notes);
    if (tab === "table") return tablePanel(this.session, { confirmed: (words) => confirm(words) });
    if (tab === "measure") return measurePanel(this.session, this.asked, (asked) => this.ask(asked));
    const found = this.at ? findingsAt(this.notes, this.view.svg, this.at) : [];
    return [...lookPanel(this.session, this.at, { measure: (way, from) => this.ask({ ...this.asked, way, from, to: null }) }), ...found];
  }

  ask(asked) {
    this.asked = asked;
    this.show("measure");
    const result = this.panel.querySelector(".result");
    if (result) this.say(result.textContent);
  }

  tapped(at) {
    this.at = at;
    if (this.tab === "measure") this.ask(tappedTo(this.asked, at));
    else this.show("look");
    this.panel.scrollTop = 0;
    this.view.reveal(at);
    this.say([...this.panel.children].map((each) => each.textContent).join(" "));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.step(arrow);
    else if ((event.key === "Enter" || event.key === " ") && this.at) this.tapped(this.at);
    else if (event.key === "+" || event.key === "=") this.view.zoom(1.25);
    else if (event.key === "-") this.view.zoom(0.8);
    else if (event.key === "0") this.view.fit();
    else if (event.key === "Escape") this.clear();
    else return;
    event.preventDefault();
  }

  /** Go to the next square with the keys, without tapping it. */
  step([dx, dy]) {
    const { board } = this.session, from = this.at ?? [board.squares[0]?.x ?? 0, board.squares[0]?.y ?? 0];
    this.at = this.at ? [from[0] + dx, from[1] + dy] : from;
    this.view.reveal(this.at);
    const number = board.find(...this.at);
    this.say(`${place(this.at)}: ${number < 0 ? "rock" : squareInWords(this.session, number).join(" ")}`);
    if (this.tab === "measure") this.overlay.choose([this.asked.from, this.at].filter(Boolean));
    else this.refresh();
  }

  clear() {
    this.at = null;
    this.asked = { ...NOTHING, way: this.asked.way, movement: this.asked.movement };
    this.refresh();
  }

  turnTabs(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const at = TABS.findIndex(([tab]) => tab === this.tab);
    this.show(TABS[(at + by + TABS.length) % TABS.length][0]);
    this.tabs.find((each) => each.tabIndex === 0).focus();
    event.preventDefault();
  }

  /** Tell a screen reader; the same words once more are heard only if they differ from those before. */
  say(words) {
    this.spoken.textContent = this.spoken.textContent === words ? `${words}\u00a0` : words;
  }

  tick() {
    const { clock, data, now } = this.session;
    if (clock.since === null) return;
    for (const part of this.panel.children) part.tick?.();
    const passed = deadlinesAt(data.edition.deadlines, elapsed(clock, now())).filter(({ left }) => left <= 0);
    if (passed.length > this.passed) this.warn(passed.at(-1).words);
    this.passed = passed.length;
  }

  /** Say what the coaches have to know, until somebody has read it. */
  warn(words) {
    this.bar?.remove();
    this.bar = el("div", { className: "offer", role: "alert" }, el("b", {}, words), button("Understood", () => this.bar.remove(), { className: "main" }));
    document.body.append(this.bar);
  }
}

/** The browser's memory, null where a page may have none. */
function memory() {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
