// The map as it is looked at: moved, pinched, zoomed, fitted; and which place a finger means.

export const UNITS = 1000;
/** Pixels: a square smaller than the first is too small for a finger, which then brings the map so near as the second says. */
const FINGER = 44, NEAR = 52;
/** Milliseconds in which a second tap is part of the first, made before anything was seen nearer. */
const DOUBLE = 300;
const MOST_PIXELS = 160, SLACK = 8, WHEEL = 0.0016, REST = 140;

/** The part of the map that an SVG shows before it is looked at: all of it. */
function wholeOf(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return { x, y, width, height };
}

/**
 * A map in a box. `tapped` is told the place, `[x, y]` in squares, that was tapped or clicked. `replace` shows another
 * map in the same box; `close` ends it.
 */
export class MapView {
  constructor(box, svg, tapped) {
    Object.assign(this, { box, svg, tapped, fingers: new Map(), asked: 0, closing: new AbortController() });
    this.whole = wholeOf(svg);
    this.listen();
    this.fit();
  }

  listen() {
    const { box, closing: { signal } } = this;
    box.addEventListener("pointerdown", (event) => this.down(event), { signal });
    box.addEventListener("pointermove", (event) => this.moved(event), { signal });
    for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, (event) => this.up(event), { signal });
    box.addEventListener("wheel", (event) => this.wheel(event), { passive: false, signal });
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(box);
    addEventListener("beforeprint", () => { this.drawAnew(); this.show(this.whole); }, { signal });
    addEventListener("afterprint", () => this.drawAnew(), { signal });
  }

  /**
   * Show another map, as the same dungeon after an edit: the same squares are seen, as large as before. All of the map is
   * seen if all of the one before was.
   */
  replace(svg) {
    const hidden = this.svg.getAttribute("aria-hidden");
    if (hidden !== null) svg.setAttribute("aria-hidden", hidden);
    this.whole = wholeOf(svg);
    this.svg.replaceWith(svg);
    this.svg = svg;
    if (this.fitted) this.fit();
    else this.settle();
    this.drawAnew();
  }

  /** Listen no longer, and leave the map in the box as it was before. */
  close() {
    this.closing.abort();
    this.observer.disconnect();
    clearTimeout(this.resting);
    cancelAnimationFrame(this.asked);
    this.box.classList.remove("near");
    this.svg.classList.remove("gliding");
    this.svg.style.transform = "";
    this.show(this.whole);
  }

  /** How many pixels a unit of the map takes when all of it is seen. */
  get fitting() {
    return Math.min(this.box.clientWidth / this.whole.width, this.box.clientHeight / this.whole.height) || 1e-3;
  }

  fit() {
    this.stay();
    this.fitted = true;
    this.drawn = null;
    this.scale = this.fitting;
    this.centre = [this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2];
    this.settle();
  }

  resized() {
    this.drawn = null;
    if (this.fitted) this.fit();
    else this.settle();
  }

  /** Keep within the map, then draw at the next frame. */
  settle() {
    const { x, y, width, height } = this.whole, [cx, cy] = this.centre;
    this.scale = Math.min(Math.max(this.scale, this.fitting * 0.9), Math.max(MOST_PIXELS / UNITS, this.fitting));
    this.centre = [Math.min(Math.max(cx, x), x + width), Math.min(Math.max(cy, y), y + height)];
    if (!this.asked) this.asked = requestAnimationFrame(() => { this.asked = 0; this.draw(); });
  }

  /** While fingers move, the picture that is there is moved; drawn anew it is once they rest, for that takes longer. */
  draw() {
    clearTimeout(this.resting);
    const { drawn, centre, scale } = this;
    if (!drawn) return this.drawAnew();
    const by = scale / drawn.scale, [dx, dy] = [0, 1].map((axis) => (drawn.centre[axis] - centre[axis]) * scale);
    this.svg.style.transform = `translate(${dx}px, ${dy}px) scale(${by})`;
    this.resting = setTimeout(() => this.drawAnew(), REST);
  }

  /** Draw what is in the box, and as much around it as `page.css` gives the picture. */
  drawAnew() {
    const { centre, scale, svg } = this, width = (svg.clientWidth || 1) / scale, height = (svg.clientHeight || 1) / scale;
    svg.style.transform = "";
    svg.classList.remove("gliding");
    this.show({ x: centre[0] - width / 2, y: centre[1] - height / 2, width, height });
    this.drawn = { centre, scale };
  }

  show({ x, y, width, height }) {
    this.svg.setAttribute("viewBox", [x, y, width, height].map(Math.round).join(" "));
  }

  /** The units of the map under a point of the window. */
  under(x, y) {
    const box = this.box.getBoundingClientRect();
    return [
      this.centre[0] + (x - box.left - box.width / 2) / this.scale,
      this.centre[1] + (y - box.top - box.height / 2) / this.scale,
    ];
  }

  /** Grow or shrink about a point of the window, which stays where it is. */
  zoom(by, x, y) {
    this.stay();
    const box = this.box.getBoundingClientRect();
    const at = this.under(x ?? box.left + box.width / 2, y ?? box.top + box.height / 2), before = this.scale;
    this.fitted = false;
    this.scale = Math.min(Math.max(before * by, this.fitting * 0.9), MOST_PIXELS / UNITS);
    const kept = before / this.scale;
    this.centre = [at[0] + (this.centre[0] - at[0]) * kept, at[1] + (this.centre[1] - at[1]) * kept];
    this.settle();
  }

  /** Bring what a finger touched to the middle, in squares that it can tell apart: the next tap chooses one, and all is as before. */
  approach(at, now) {
    this.neared = now;
    this.before = { fitted: this.fitted, scale: this.scale, centre: this.centre };
    this.box.classList.add("near");
    this.glide({ fitted: false, scale: NEAR / UNITS, centre: at });
  }

  /** Go back to what was seen before a finger was helped. */
  withdraw() {
    const { before } = this;
    this.stay();
    if (before?.fitted) this.fit();
    else if (before) this.glide(before);
  }

  /** Keep what is seen now. */
  stay() {
    this.before = null;
    this.box.classList.remove("near");
  }

  glide(view) {
    Object.assign(this, view);
    this.svg.classList.add("gliding");
    this.settle();
  }

  pan(dx, dy) {
    this.stay();
    this.fitted = false;
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] - dy / this.scale];
    this.settle();
  }

  /** Bring a place into sight, if it is not. */
  reveal([x, y]) {
    if (this.fitted) return;
    const [cx, cy] = this.centre, px = (x + 0.5) * UNITS, py = (y + 0.5) * UNITS;
    const wide = this.box.clientWidth / this.scale / 2 - UNITS, high = this.box.clientHeight / this.scale / 2 - UNITS;
    if (Math.abs(px - cx) <= wide && Math.abs(py - cy) <= high) return;
    this.fitted = false;
    this.centre = [px, py];
    this.settle();
  }

  down(event) {
    if (event.button > 0) return;
    this.box.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 1) this.began = { at: [event.clientX, event.clientY], still: true };
    else this.began.still = false;
  }

  moved(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY], { at } = this.began;
    if (this.began.still && Math.hypot(now[0] - at[0], now[1] - at[1]) < SLACK) return;
    this.began.still = false;
    const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    this.fingers.set(event.pointerId, now);
    if (other) this.pinch(before, now, other);
    else this.pan(now[0] - before[0], now[1] - before[1]);
  }

  pinch(before, now, other) {
    const apart = (point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]));
    this.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    this.zoom(apart(now) / apart(before), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId) || !this.began.still || event.type === "pointercancel") return;
    const [x, y] = this.under(event.clientX, event.clientY);
    if (event.pointerType === "touch" && this.scale * UNITS < FINGER) return this.approach([x, y], event.timeStamp);
    if (this.before && event.timeStamp - this.neared < DOUBLE) return;
    this.withdraw();
    this.tapped([Math.floor(x / UNITS), Math.floor(y / UNITS)]);
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * WHEEL * (event.ctrlKey ? 4 : 1)), event.clientX, event.clientY);
  }
}
