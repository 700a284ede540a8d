// Ask questions of the worker, one at a time; the newest question of a topic replaces those that still wait.

/** Milliseconds after which a worker that does not answer is ended: longer while Python starts. */
const PATIENCE_MS = 30_000, STARTING_MS = 120_000;

export class Engine {
  /**
   * `createWorker` returns a new worker; `onready` is called whenever one can answer, and `onbroken` with the reason if
   * one cannot start.
   */
  constructor(createWorker, onready = () => {}, onbroken = () => {}) {
    Object.assign(this, { createWorker, onready, onbroken, waiting: [], running: null, number: 0, newest: new Map() });
    this.start();
  }

  start() {
    this.ready = false;
    this.worker = this.createWorker();
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.onbroken(event.message ?? "the script of the worker could not be loaded");
  }

  /**
   * Return a promise of the answer to a question. It is null if a newer question of the same topic was asked before the
   * answer came.
   */
  ask(question, topic = question.type) {
    const number = ++this.number;
    this.newest.set(topic, number);
    this.waiting = this.waiting.filter((other) => other.topic !== topic || (other.resolve(null), false));
    return new Promise((resolve) => {
      this.waiting.push({ number, question, topic, resolve });
      this.next();
    });
  }

  next() {
    if (this.running || !this.waiting.length) return;
    this.running = this.waiting.shift();
    const { number, question } = this.running;
    this.timer = setTimeout(() => this.restart(), this.ready ? PATIENCE_MS : STARTING_MS);
    this.worker.postMessage({ number, question });
  }

  hear({ ready, broken, number, answer }) {
    if (ready) {
      this.ready = true;
      this.onready();
    }
    if (broken) this.onbroken(broken);
    if (this.running?.number === number) this.finish(answer);
  }

  finish(answer) {
    const { number, topic, resolve } = this.running;
    clearTimeout(this.timer);
    this.running = null;
    resolve(this.newest.get(topic) === number ? answer : null);
    this.next();
  }

  /** End a worker that hangs, say so as the answer to its question, and start another. */
  restart() {
    this.worker.terminate();
    this.start();
    this.finish({ type: "failed", problem: "this took too long, so the checker was started again" });
  }
}
