// At the table: whose turn it is, the clock, dice, chests and machines, what was done, and handing the match on.

import { bookDetails } from "./book.js";
import { boxesPart } from "./boxes_panel.js";
import { clockWords, deadlinesAt, elapsed, turnTime } from "./clock.js";
import { diceButtons } from "./dice_panel.js";
import { button, el, part } from "./elements.js";
import { MARK } from "./handing_on.js";
import { machineActions } from "./look_panel.js";
import { hiddenIn } from "./match.js";
import { turnPart } from "./turn_panel.js";
import { courseParts } from "./what_happens.js";
import { counted, eventInWords } from "./words.js";

const SHOWN = 40;

/** The panel's contents; `confirmed` asks before what cannot be undone. */
export function tablePanel(session, { confirmed }) {
  const { data, log } = session;
  const machines = [...data.rooms.keys()].flatMap((room) => [...machineActions(session, room, -1)])
    .concat([...data.stones.keys()].flatMap((stone) => [...machineActions(session, -1, stone)]));
  return [
    turnPart(session),
    part("Dice", ...diceButtons(session), last(session)),
    boxesPart(session),
    clockPart(session),
    machines.length ? part("At the start of the turn", ...machines) : null,
    chestPart(session),
    part("This match",
      button("Undo", () => session.undo(), { disabled: !session.last }),
      button("Hand it on…", () => handOn(session)),
      button("Start again", () => confirmed("Delete this match and start again?") && session.anew())),
    el("section", { className: "part" }, ...courseParts(session)),
    el("ol", { className: "log", "aria-label": "What was done, newest first" },
      ...log.slice(-SHOWN).reverse().map(({ event, undone }) => el("li", {}, undone ? el("s", {}, eventInWords(session, event)) : eventInWords(session, event), undone && " undone"))),
  ].filter(Boolean);
}

function clockPart(session) {
  const { data, clock } = session, running = clock.since !== null;
  const face = el("p", { className: "clock", role: "timer" });
  const list = el("ul", { className: "deadlines" });
  const section = el("section", { className: "part" }, el("h3", {}, "Clock"), face,
    el("div", { className: "buttons" }, button(running ? "Stop the clock" : "Start the clock", () => session.toggleClock())), list,
    bookDetails(session, "time", "turn", "turnovers"));
  section.tick = () => {
    const played = elapsed(session.clock, session.now()), turn = turnTime(session.clock, data.edition, session.now());
    const late = turn.left !== null && turn.left <= 0, more = turn.left === null ? "" : late ? ": over" : `, ${clockWords(turn.left).slice(2)} left`;
    face.replaceChildren(clockWords(played), el("small", { className: late ? "late" : "" }, ` this turn ${clockWords(turn.taken).slice(2)}${more}`));
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
  const event = session.last;
  if (!["dice", "die", "portal", "room", "stone"].includes(event?.[0])) return null;
  return el("p", { className: "result" }, eventInWords(session, event));
}

function chestPart({ data, state }) {
  const { balls, chests } = hiddenIn(data, state.opened);
  return el("section", { className: "part" }, el("h3", {}, "Chests"), el("p", {},
    `${counted(chests, "chest")} shut, ${counted(balls, "ball")} in them. Tap a chest on the map to open it: what it holds is drawn then, and stands nowhere before.`));
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
    el("p", {}, "Anybody who opens this link on the same page can continue the match. The link holds what was done, but not what shut chests hold."),
    out, el("div", { className: "buttons" }, button("Copy", copy, { className: "main" })),
    el("h2", {}, "Take a match over"), into,
    el("div", { className: "buttons" }, button("Take over", take), button("Close", () => dialog.close())), said);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
