// Elements of the page, made of text alone: no word of a file is ever read as code.

const SVG = "http://www.w3.org/2000/svg";

/** An element: `properties` are set on it, `children` are elements or text; what is null or false is left out. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
}

/** An element of the map. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function button(words, onclick, properties = {}) {
  return el("button", { type: "button", onclick, ...properties }, words);
}

/** The folded parts that somebody opened, by their keys: they stay open when the panel is made anew. */
const unfolded = new Set();

/** A part that is folded until somebody opens it. */
export function fold(key, title, ...children) {
  const ontoggle = ({ target }) => (target.open ? unfolded.add(key) : unfolded.delete(key));
  return el("details", { className: "happens", open: unfolded.has(key), ontoggle }, el("summary", {}, title), ...children);
}

/** A part of a panel with a heading, its buttons in a row. */
export function part(title, ...children) {
  return el("section", { className: "part" }, el("h3", {}, title), el("div", { className: "buttons" }, ...children.filter(Boolean)));
}
