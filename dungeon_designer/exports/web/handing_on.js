// A match as text: for the browser's memory, and for a link that hands it on.

import { isClock } from "./clock.js";
import { isPossible } from "./match.js";

export const MARK = "#match=";

/** A match as letters that any link may hold. */
export function written(data, { events, clock }) {
  const { before, since, turn } = clock;
  const bytes = new TextEncoder().encode(JSON.stringify([data.id, events, [before, since, turn]]));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The match in such letters, or in a link that ends with them: `{ match }`, or `{ fault }` in words. */
export function read(data, text) {
  const letters = text.trim().split(MARK).at(-1);
  let parts;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    parts = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { fault: "This is no match that was handed on." };
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !Array.isArray(parts[2])) {
    return { fault: "This is no match that was handed on." };
  }
  if (parts[0] !== data.id) return { fault: "This match is played in another dungeon, or in another draft of this one." };
  const [before, since, turn] = parts[2], match = { events: parts[1], clock: { before, since, turn } };
  const sound = isPossible(data, match.events) && isClock(match.clock);
  return sound ? { match } : { fault: "Something in this match cannot have happened here." };
}
