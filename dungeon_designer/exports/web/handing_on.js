// A match as text: for the browser's memory, and for a link that hands it on.

import { isClock } from "./clock.js";
import { isPossible } from "./match.js";

export const MARK = "#match=";
const FORM = 2;
const NO_MATCH = "This is not the link of a match.";

/** A match as letters that any link may hold. */
export function written(data, { events, clock }) {
  const { before, since, turn } = clock;
  const bytes = new TextEncoder().encode(JSON.stringify([FORM, data.id, events, [before, since, turn]]));
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
    return { fault: NO_MATCH };
  }
  if (!Array.isArray(parts) || !Array.isArray(parts.at(-1))) return { fault: NO_MATCH };
  if (parts[0] !== FORM) return { fault: "This match was saved by another version of this page. Only that version can continue it." };
  if (parts[1] !== data.id) return { fault: "This match is played in another dungeon, or in another version of this one." };
  const [, , events, [before, since, turn]] = parts, match = { events, clock: { before, since, turn } };
  const sound = isPossible(data, events) && isClock(match.clock);
  return sound ? { match } : { fault: "Something in this match cannot have happened here." };
}
