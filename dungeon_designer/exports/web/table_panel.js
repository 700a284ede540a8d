// At the table: whose turn it is, the clock, dice, chests and machines, what was done, and handing the match on.

import { clockWords, deadlinesAt, elapsed, turnTime } from "./clock.js";
import { diceButtons } from "./dice_panel.js";
import { button, el } from "./elements.js";
import { MARK } from "./handing_on.js";
import { machineActions } from "./look_panel.js";
import { turnOf } from "./match.js";
import { counted, eventInWords, sideInWords } from "./words.js";

const SHOWN = 40;

/** The panel's contents; `confirmed` asks before what cannot be undone. */
export function tablePanel(session, { confirmed }) {
  const { data, state, events } = session;
  const machines = [...data.rooms.keys()].flatMap((room) => [...machineActions(session, room, -1)])
    .concat([...data.stones.keys()].flatMap((stone) => [...machineActions(session, -1, stone)]));
  return [
    turnMarker(session),
    clockPart(session),
    machines.length ? part("At the start of the turn", ...machines) : null,
    part("Dice", button("From the dug-out by portal", () => session.teleport(0)),
      ...diceButtons(session),
      last(session)),
    chestPart(session),
    part("This match",
      state.begun ? null : button("Begin: hide the ball", () => session.act(...session.start()), { className: "main" }),
      button("Undo", () => session.undo(), { disabled: !events.length }),
      button("Hand it on…", () => handOn(session)),
      button("Start anew", () => confirmed("Forget this match and start anew?") && session.anew())),
    el("ol", { className: "log", "aria-label": "What was done, the last first" },
      ...events.slice(-SHOWN).reverse().map((event) => el("li", {}, eventInWords(session, event)))),
  ].filter(Boolean);
}

const part = (title, ...children) => el("section", { className: "part" }, el("h3", {}, title), el("div", { className: "buttons" }, ...children.filter(Boolean)));

function turnMarker(session) {
  const { data, state } = session, { side, round } = turnOf(data, state), now = data.sides[side];
  const chip = el("span", { className: "chip" }, sideInWords(now));
  chip.style.setProperty("--side", now.colour);
  const scores = data.sides.map((each, at) => {
    const mark = button(`${sideInWords(each)} ${state.scores[at]}`, () => session.act("score", at), { "aria-label": `Touchdown for ${each.id}; ${state.scores[at]} so far` });
    mark.style.setProperty("--side", each.colour);
    return mark;
  });
  return el("section", { className: "part turn" },
    el("p", {}, `Turn ${round} `, chip),
    el("div", { className: "buttons" }, button("Next turn", () => session.act("turn"), { className: "main" })),
    el("h3", {}, "Touchdowns"), el("div", { className: "buttons scores" }, ...scores));
}

function clockPart(session) {
  const { data, clock } = session, running = clock.since !== null;
  const face = el("p", { className: "clock", role: "timer" });
  const list = el("ul", { className: "deadlines" });
  const section = el("section", { className: "part" }, el("h3", {}, "Clock"), face,
    el("div", { className: "buttons" }, button(running ? "Stop the clock" : "Start the clock", () => session.toggleClock())), list);
  section.tick = () => {
    const played = elapsed(session.clock, session.now()), turn = turnTime(session.clock, data.edition.turn_minutes, session.now());
    const late = turn.left !== null && turn.left < 0;
    face.replaceChildren(clockWords(played), el("small", { className: late ? "late" : "" }, ` this turn ${clockWords(turn.taken).slice(2)}${late ? ": over" : ""}`));
    list.replaceChildren(...deadlinesAt(data.edition.deadlines, played).map(deadline));
  };
  section.tick();
  return section;
}

function deadline({ minutes, words, left }) {
  const when = left > 0 ? `in ${clockWords(left)}` : "now";
  return el("li", { className: left > 0 ? "" : "passed" }, el("b", {}, `${clockWords(minutes * 60_000).slice(0, -3)} h, ${when}: `), words);
}

/** The last roll, large enough to be read across a table. */
function last(session) {
  const event = session.events.at(-1);
  if (!["dice", "die", "portal", "room", "stone"].includes(event?.[0])) return null;
  return el("p", { className: "result" }, eventInWords(session, event));
}

function chestPart({ data, state }) {
  const left = data.chests.length - state.opened.size, balls = state.hides.filter((chest) => !state.opened.has(chest)).length;
  const words = state.begun ? `${counted(left, "chest")} shut, ${counted(balls, "ball")} in them.` : "The ball is not hidden yet: what is done first hides it, blindly.";
  return el("section", { className: "part" }, el("h3", {}, "Chests"), el("p", {}, words, " Tap a chest on the map to open it."));
}

/** A window with the match as a link, and a field to take one over. */
function handOn(session) {
  const link = `${location.href.split("#")[0]}${MARK}${session.text}`;
  const out = el("textarea", { readOnly: true, value: link, rows: 3, "aria-label": "The match as a link" });
  const into = el("textarea", { rows: 3, "aria-label": "A match to take over" });
  const said = el("p", { role: "status" });
  const copy = () => (navigator.clipboard?.writeText(link) ?? Promise.reject())
    .then(() => { said.textContent = "Copied."; }, () => { out.select(); said.textContent = "Copy the marked text."; });
  const take = () => {
    const fault = session.takeOver(into.value);
    if (fault) said.textContent = fault;
    else dialog.close();
  };
  const dialog = el("dialog", { className: "handing" },
    el("h2", {}, "Hand the match on"),
    el("p", {}, "Who opens this link on the same page goes on from here. Who reads the link closely may learn where the ball is."),
    out, el("div", { className: "buttons" }, button("Copy", copy, { className: "main" })),
    el("h2", {}, "Take a match over"), into,
    el("div", { className: "buttons" }, button("Take over", take), button("Close", () => dialog.close())), said);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
