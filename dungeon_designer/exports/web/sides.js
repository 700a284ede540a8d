// The sides as the map shows them: their colours and emblems are taken from the picture.

import { shape } from "./elements.js";
import { sideInWords } from "./words.js";

/** The emblems that are wider than high; all others, and the shield, are not. */
const WIDE = new Set(["triangle", "star"]);

/** The sides, each with the colour of its zones and the `crest` on them; one that has none in the picture stays as it is. */
export function sidesAsDrawn(svg, sides) {
  const zones = [...svg.querySelectorAll('[id="layer-sides"] > g')];
  return sides.map((side) => {
    const zone = zones.find((each) => each.querySelector("title")?.textContent.endsWith(`, ${side.id}`));
    const colour = zone?.querySelector(":scope > path")?.getAttribute("fill");
    return colour?.startsWith("#") ? { ...side, colour, emblem: null, crest: crestOf(zone, side.emblem) } : side;
  });
}

/** The emblem that stands after the word in a zone, upright even where both are turned; null without. */
function crestOf(zone, emblem) {
  const drawn = [...zone.querySelectorAll("text ~ path")];
  if (!drawn.length) return null;
  const { x, y, width, height } = drawn[0].getBBox(), middle = [x + width / 2, y + height / 2], size = 1.1 * Math.max(width, height);
  const lies = WIDE.has(emblem) ? height > width : width > height;
  return shape("svg", { class: "crest", viewBox: `${middle[0] - size / 2} ${middle[1] - size / 2} ${size} ${size}`, "aria-hidden": "true" },
    shape("g", { transform: `rotate(${lies ? 90 : 0} ${middle.join(" ")})` }, ...drawn.map((path) => path.cloneNode())));
}

/** A side's name after its crest. */
export function named(side) {
  return [side.crest?.cloneNode(true), sideInWords(side)];
}

/** An element with a side's colour. */
export function ofSide(element, { colour }) {
  element.style.setProperty("--side", colour);
  return element;
}
