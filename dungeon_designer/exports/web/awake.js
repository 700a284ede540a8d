// The screen of a phone stays on while the clock of a match runs, where the browser can see to that.

export class Awake {
  /** `signal`, of an AbortController, says when the page is left. */
  constructor(wakeLock = navigator.wakeLock, page = document, signal = undefined) {
    Object.assign(this, { wakeLock, page, wanted: false, held: null, settled: Promise.resolve() });
    page.addEventListener("visibilitychange", () => this.keep(this.wanted), { signal });
  }

  /** Keep the screen on, or no longer; it is over when the promise is. */
  keep(wanted) {
    this.wanted = wanted;
    if (this.wakeLock) this.settled = this.settled.then(() => this.settle());
    return this.settled;
  }

  /** A browser gives the lock up when the page is hidden, and takes none for a hidden one or an empty battery. */
  async settle() {
    try {
      if (!this.wanted) await this.held?.release();
      else if ((!this.held || this.held.released) && this.page.visibilityState === "visible") this.held = await this.wakeLock.request("screen");
    } catch {
      this.held = null;
    }
  }
}
