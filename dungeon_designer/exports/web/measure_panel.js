// Measuring: between two squares, how far a player gets, how far a pass goes. By the edition's rules.

import { apart } from "./board.js";
import { bouncePanel, drawFlight } from "./bounce_panel.js";
import { button, el } from "./elements.js";
import { bandFor, bandsOf, throwsFrom } from "./passes.js";
import { stopBetween, stopInWords } from "./sight.js";
import { capital, counted, place } from "./words.js";

const WAYS = [["between", "Between two"], ["reach", "A turn’s reach"], ["passes", "Passes"], ["bounce", "Bounce"]];
const LEAST_MOVEMENT = 1, MOST_MOVEMENT = 20;

/**
 * What is measured: the way, the place it begins, the place it ends, a player's movement; and of a ball its direction, the
 * squares it flies, and the D8 by which it scatters.
 */
export const NOTHING = Object.freeze({ way: "between", from: null, to: null, movement: 6, direction: null, distance: null, eight: null });

/** What is measured once another place was tapped. */
export function tappedTo(asked, at) {
  if (asked.way !== "between" || !asked.from || asked.to) return { ...asked, from: at, to: null, eight: null };
  return { ...asked, to: at };
}

/** The panel's contents; `ask` is told what is to be measured instead. */
export function measurePanel(session, asked, ask) {
  const tabs = WAYS.map(([way, words]) => button(words, () => ask({ ...asked, way, to: null }), { "aria-pressed": String(way === asked.way) }));
  return [el("div", { className: "choice", role: "group", "aria-label": "What to measure" }, ...tabs), ...PANELS[asked.way](session, asked, ask)];
}

const PANELS = { between: betweenPanel, reach: reachPanel, passes: passesPanel, bounce: bouncePanel };

const hint = (words) => [el("p", { className: "hint" }, words)];

function betweenPanel(session, { from, to }) {
  if (!from) return hint("Tap the first square, then the second.");
  if (!to) return hint(`From ${place(from)}. Now tap the second square.`);
  const rows = betweenInWords(session, from, to);
  return [
    el("h2", {}, `${place(from)} to ${place(to)}`),
    el("dl", { className: "figures" }, ...rows.flatMap(([term, words]) => [el("dt", {}, term), el("dd", {}, words)])),
  ];
}

/** Squares apart, steps on foot and by portal, sight, and the pass that reaches: pairs of a term and its words. */
export function betweenInWords({ data, board, walking }, from, to) {
  const { edition } = data, here = board.find(...from), there = board.find(...to), far = apart(from, to);
  const path = here >= 0 && there >= 0 ? walking.path(here, there) : [];
  const jump = here >= 0 && there >= 0 ? walking.jump(here, there) : null;
  const stop = stopBetween(board, edition, from, to);
  const rows = [["Apart", counted(far, "square")], ["On foot", path.length ? counted(path.length - 1, "step") : "no route"]];
  if (jump) rows.push(["By portal", jumpInWords(jump, edition)]);
  rows.push(["Sight", stop ? `out of sight: ${stopInWords(stop.what)}` : "in sight"]);
  rows.push(["Pass", stop ? "no pass" : bandFor(from, to, edition)?.words ?? `farther than a ${bandsOf(edition).at(-1).words}`]);
  return rows;
}

function jumpInWords({ before, after, entered, left, total }, edition) {
  const way = `${entered} → ${left}: ${before} to it, ${after} from it`;
  if (edition.jump === null) return way;
  return total === null ? `${way}; not before the next turn` : `${counted(total, "step")} at best (${way})`;
}

function reachPanel(session, asked, ask) {
  const { from, movement } = asked, { edition } = session.data;
  const change = (by) => ask({ ...asked, movement: Math.min(Math.max(movement + by, LEAST_MOVEMENT), MOST_MOVEMENT) });
  const stepper = el("p", { className: "stepper" }, "Movement ",
    button("−", () => change(-1), { "aria-label": "less movement" }), el("output", {}, String(movement)),
    button("+", () => change(1), { "aria-label": "more movement" }));
  if (!from) return [stepper, ...hint("Tap the square the player stands on.")];
  const { walked, rushed, jumped } = reachOf(session, asked);
  const rush = edition.rush_name || "at a risk";
  return [
    stepper,
    el("h2", {}, `From ${place(from)}`),
    key("near", `on foot: ${counted(walked.size, "square")}`),
    edition.rush ? key("risky", `${rush}, up to ${edition.rush} more: ${counted(rushed.size, "square")}`) : null,
    jumped.size ? key("magic", `through a portal, if the roll succeeds: ${counted(jumped.size, "square")}`) : null,
  ].filter(Boolean);
}

function reachOf({ board, walking }, { from, movement }) {
  const here = board.find(...from), none = new Map();
  return here < 0 ? { walked: none, rushed: none, jumped: none } : walking.reach(here, movement);
}

function passesPanel(session, { from }) {
  if (!from) return hint("Tap the square the ball is thrown from.");
  const { bands, hidden } = throwsFrom(session.board, session.data.edition, from);
  return [
    el("h2", {}, `Passes from ${place(from)}`),
    ...bands.map(({ name, words, farthest, squares }) => key(name, `${words}, to ${farthest}: ${counted(squares.length, "square")}`)),
    key("hidden", `near enough, but out of sight: ${counted(hidden.length, "square")}`),
  ];
}

const key = (name, words) => el("p", { className: "key" }, el("span", { className: `swatch ${name}` }), capital(words));

/** Draw what is measured over the map. */
export function drawMeasured(session, overlay, asked) {
  const { board, walking, data } = session, { way, from, to } = asked, here = from ? board.find(...from) : -1;
  overlay.choose([from, to].filter(Boolean));
  if (here < 0 || (way === "between" && !to)) return overlay.clear();
  if (way === "bounce") return drawFlight(session, overlay, asked);
  if (way === "between") {
    const there = board.find(...to), path = there >= 0 ? walking.path(here, there) : [];
    return overlay.between(path.map((at) => board.at(at)), from, to, stopBetween(board, data.edition, from, to));
  }
  return overlay.tint(way === "reach" ? reachParts(session, asked) : passParts(session, from));
}

function reachParts(session, asked) {
  const { board } = session, { walked, rushed, jumped } = reachOf(session, asked);
  const part = (name, table) => ({ name, squares: [...table].map(([at, steps]) => [board.at(at), steps]) });
  return [part("near", walked), part("risky", rushed), part("magic", jumped)];
}

function passParts({ board, data }, from) {
  const { bands, hidden } = throwsFrom(board, data.edition, from);
  const part = (name, squares) => ({ name, squares: squares.map((at) => [board.at(at)]) });
  return [...bands.map(({ name, squares }) => part(name, squares)), part("hidden", hidden)];
}
