// The clock of a match, and what an edition lets happen when.

/** A clock that stands at nought. `since` is when it was last started, `turn` when the present turn began. */
export const STOPPED = Object.freeze({ before: 0, since: null, turn: 0 });
const MINUTE = 60_000;

/** Milliseconds played. */
export function elapsed(clock, now) {
  return clock.before + (clock.since === null ? 0 : Math.max(0, now - clock.since));
}

/** The clock started, or stopped. */
export function toggled(clock, now) {
  return { ...clock, before: elapsed(clock, now), since: clock.since === null ? now : null };
}

/** The clock as a new turn begins. */
export function turnBegun(clock, now) {
  return { ...clock, turn: elapsed(clock, now) };
}

/** Hours, minutes and seconds. */
export function clockWords(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000), two = (value) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Each deadline with the milliseconds that are left, negative once it has passed. */
export function deadlinesAt(deadlines, milliseconds) {
  return deadlines.map(([minutes, words]) => ({ minutes, words, left: minutes * MINUTE - milliseconds }));
}

/**
 * The milliseconds a turn has taken, and what is left of what the edition gives; null without a limit. Late in a match
 * the limit may be another one: a turn that is under way then has that much from then on.
 */
export function turnTime(clock, { turn_minutes, late_turns }, now) {
  const played = elapsed(clock, now), ends = [];
  if (turn_minutes !== null) ends.push(clock.turn + turn_minutes * MINUTE);
  if (late_turns && played >= late_turns[0] * MINUTE) ends.push(Math.max(clock.turn, late_turns[0] * MINUTE) + late_turns[1] * MINUTE);
  return { taken: played - clock.turn, left: ends.length ? Math.min(...ends) - played : null };
}

/** Whether a clock from elsewhere can be one. */
export function isClock(clock) {
  const isTime = (value) => Number.isFinite(value) && value >= 0;
  return Boolean(clock) && typeof clock === "object" && isTime(clock.before) && isTime(clock.turn)
    && (clock.since === null || isTime(clock.since));
}
