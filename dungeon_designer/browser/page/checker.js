// The page: what the user types is checked and drawn while it is typed.

import { el } from "./elements.js";
import { Engine } from "./engine.js";
import { MapView } from "./map_view.js";
import { ProblemList, markSquares } from "./problems.js";

/** Milliseconds without a key after which what was typed is checked. */
const REST_MS = 120;
const MEMORY = "dungeon-checker";
/** The template that is shown where neither the address nor the memory of this browser holds a dungeon. */
const FIRST_START = "naf-2019";
const OWN_RULES = "house";

const part = (id) => document.getElementById(id);

class Checker {
  constructor() {
    this.file = { name: "new.dungeon.yaml", text: "" };
    this.ruleset = "";
    this.state = 0;
    this.engine = new Engine(() => new Worker("worker.js", { type: "module" }), () => this.ready(), (reason) => this.broken(reason));
    this.problems = new ProblemList(part("problems"), {
      choose: (finding) => this.choose(finding), fix: (problem, fix) => this.fix(problem, fix), explain: (rule) => this.explain(rule),
    });
    this.listen();
    this.begin();
  }

  listen() {
    part("text").oninput = () => this.typed();
    part("own-text").oninput = () => this.typedRules();
    part("start").onchange = ({ target }) => this.start(target.value);
    this.offerFile("open", "file", (file) => this.open(file));
    this.offerFile("own-open", "own-file", async (file) => this.openRules(file.name, await file.text()));
    part("download").onclick = () => this.download();
    part("link").onclick = () => this.copyLink();
    part("nearer").onclick = () => this.view?.zoom(1.4);
    part("farther").onclick = () => this.view?.zoom(1 / 1.4);
    part("fit").onclick = () => this.view?.fit();
    part("map").onkeydown = (event) => this.moveMap(event);
    part("editions").onkeydown = (event) => this.moveEdition(event);
    addEventListener("hashchange", () => this.openLink(location.href));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.dropped(event));
  }

  offerFile(buttonId, inputId, opened) {
    part(buttonId).onclick = () => part(inputId).click();
    part(inputId).onchange = ({ target }) => {
      if (target.files[0]) opened(target.files[0]);
      target.value = "";
    };
  }

  /** Show what the address or the memory of this browser holds, else the first template. */
  async begin() {
    const kept = readMemory();
    if (kept?.ownRules) Object.assign(part("own-text"), { value: kept.ownRules });
    const linked = location.hash.includes("d=");
    if (linked) this.openLink(location.href);
    else if (kept?.text) this.show({ name: kept.name, text: kept.text });
    this.showStarts(await (await fetch("starts.json")).json());
    if (!linked && !this.file.text) this.start(FIRST_START);
  }

  ready() {
    part("starting").textContent = "";
    part("checker").hidden = false;
    document.documentElement.classList.add("ready");
  }

  broken(reason) {
    Object.assign(part("starting"), { className: "wrong", textContent: `The checker cannot start in this browser: ${reason}` });
  }

  showStarts({ version, starts, endings }) {
    this.starts = new Map(starts.map((start) => [start.id, start]));
    part("version").textContent = `Dungeon Designer ${version}`;
    const groups = groupStarts(starts);
    part("start").append(...[...groups].map(([label, members]) => el("optgroup", { label },
      ...members.map(({ id, name, kind, edition }) => el("option", { value: id }, kind === "template" ? edition : name)))));
    part("format").replaceChildren(...endings.map((ending) => el("option", { value: ending }, ending)));
  }

  start(id) {
    if (id) this.show(this.starts.get(id).dungeon);
    part("start").value = "";
  }

  async open(file) {
    if (file.name.toLowerCase().endsWith(".toml")) return this.openRules(file.name, await file.text());
    const data = toBase64(new Uint8Array(await file.arrayBuffer()));
    this.opened(await this.engine.ask({ type: "open-file", name: file.name, data }, "open"));
  }

  openRules(name, text) {
    part("own").open = true;
    part("own-text").value = text;
    this.ownName = name;
    this.chooseRuleset(OWN_RULES);
  }

  async openLink(link) {
    if (link.includes("#d=")) this.opened(await this.engine.ask({ type: "open-link", link }, "open"));
  }

  dropped(event) {
    event.preventDefault();
    if (event.dataTransfer.files[0]) this.open(event.dataTransfer.files[0]);
  }

  opened(answer) {
    if (!answer) return;
    if (answer.type === "opened") this.show(answer.dungeon, answer.remark);
    else this.say("remark", answer.problem, true);
  }

  show(file, remark = "") {
    this.file = file;
    part("text").value = file.text;
    this.ruleset = this.ruleset === OWN_RULES ? OWN_RULES : "";
    this.say("remark", remark);
    this.check();
  }

  typed() {
    const text = part("text").value;
    if (/^\s*\S*#d=\S+\s*$/.test(text)) return void this.openLink(text.trim());
    this.file = { ...this.file, text };
    this.say("remark", "");
    this.wait();
  }

  typedRules() {
    this.ruleset = part("own-text").value.trim() ? OWN_RULES : "";
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), REST_MS);
  }

  /** What a question is about: the dungeon, and the rules to check by. */
  get subject() {
    const text = part("own-text").value.trim();
    return { dungeon: this.file, ruleset: this.ruleset, house_rules: text ? { name: this.ownName ?? "own.toml", text } : null };
  }

  /** Check what is typed, draw it, then ask the other editions and for fixes, until something else is typed. */
  async check() {
    clearTimeout(this.timer);
    const state = ++this.state, subject = this.subject;
    writeMemory({ ...this.file, ownRules: part("own-text").value });
    part("map").classList.add("old");
    this.markEditionsOld();
    const ask = async (question) => {
      const answer = this.state === state ? await this.engine.ask({ ...question, ...subject }) : null;
      return this.state === state ? answer : null;
    };
    this.showVerdict(await ask({ type: "check" }), false);
    this.showMap(await ask({ type: "draw" }));
    this.showEditions(await ask({ type: "check-all" }));
    this.showVerdict(await ask({ type: "check", moves: true }), true);
    if (this.state === state) document.documentElement.dataset.checked = state;
  }

  showVerdict(answer, withFixes) {
    if (!answer) return;
    if (answer.type !== "checked") {
      this.problems.show([], false);
      this.clearEditions();
      this.say("sentence", answer.type === "failed" ? `This cannot be judged, because the program failed: ${answer.problem}` : answer.problem, true);
      return;
    }
    const { report, name, title } = answer, { counts } = report;
    this.checkedBy = report.ruleset;
    const found = [countOf(counts.error, "error"), countOf(counts.warning, "warning"), countOf(counts.info, "notice")].filter(Boolean).join(", ");
    const failed = report.failed?.length ? `; the rules ${report.failed.join(", ")} failed` : "";
    const verdict = failed ? "cannot be judged" : report.legal ? "is legal" : "is not legal";
    this.say("sentence", `${name || "This dungeon"} ${verdict} under ${title}${found ? `: ${found}` : ""}${failed}.`);
    this.showEditionVerdict(report);
    this.problems.show(report.findings, withFixes);
  }

  showMap(answer) {
    if (!answer) return;
    if (answer.type !== "drawn") return;
    if (answer.remark) this.say("remark", answer.remark);
    const svg = new DOMParser().parseFromString(answer.svg, "image/svg+xml").documentElement;
    svg.setAttribute("aria-hidden", "true");
    part("map").classList.remove("old");
    if (this.view) return this.view.replace(document.adoptNode(svg));
    part("map").append(document.adoptNode(svg));
    this.view = new MapView(part("map"), part("map").querySelector("svg"), (square) => this.problems.point(square));
  }

  showEditions(answer) {
    if (!answer) return;
    if (answer.type !== "checked-all") return this.clearEditions();
    const rows = answer.editions.map((edition) => [edition.ruleset, edition.name, verdictOf(edition)]);
    if (part("own-text").value.trim()) rows.push([OWN_RULES, "Your own rules", ""]);
    const list = part("editions"), focused = [...list.children].indexOf(document.activeElement);
    list.replaceChildren(...rows.map(([id, name, verdict]) => el("button", {
      type: "button", role: "radio", value: id, onclick: () => this.chooseRuleset(id),
    }, el("span", {}, name), el("span", { className: verdict === "legal" ? "legal" : "illegal" }, verdict))));
    if (focused >= 0) list.children[focused]?.focus();
    this.checkRow(this.ruleset || this.checkedBy);
    list.removeAttribute("aria-busy");
  }

  /** Dim the verdicts of the editions, which belong to an earlier dungeon until the check of all editions is answered. */
  markEditionsOld() {
    part("editions").setAttribute("aria-busy", true);
    for (const row of part("editions").children) row.classList.add("old");
  }

  /** Show the verdict of one edition in its row together with the sentence, so that the two never contradict each other. */
  showEditionVerdict(report) {
    const row = this.checkRow(this.ruleset || report.ruleset);
    if (!row || row.value === OWN_RULES) return;
    row.classList.remove("old");
    const verdict = verdictOf(report);
    Object.assign(row.lastChild, { textContent: verdict, className: verdict === "legal" ? "legal" : "illegal" });
  }

  /** Remove the verdicts of the editions, where a dungeon cannot be read or the check of all editions fails. */
  clearEditions() {
    part("editions").removeAttribute("aria-busy");
    for (const row of part("editions").children) row.lastChild.textContent = "";
  }

  /** Mark the row of the ruleset as the checked one, and return it. */
  checkRow(id) {
    const rows = [...part("editions").children];
    for (const row of rows) {
      row.setAttribute("aria-checked", row.value === id);
      row.tabIndex = row.value === id ? 0 : -1;
    }
    return rows.find((row) => row.value === id);
  }

  chooseRuleset(id) {
    this.ruleset = id;
    this.checkRow(id);
    this.check();
  }

  choose(finding) {
    if (this.view) markSquares(this.view.svg, finding?.squares ?? []);
    if (finding?.squares.length) this.view?.reveal(finding.squares[0]);
  }

  async fix(problem, fix) {
    this.opened(await this.engine.ask({ type: "apply-fix", problem, fix, ...this.subject }, "open"));
  }

  async explain(rule) {
    const answer = await this.engine.ask({ type: "explain", rule, ...this.subject });
    if (!answer) return;
    part("manual-title").textContent = rule;
    if (answer.type === "explained") part("manual-text").innerHTML = answer.html;  // escaped by Python, and scripts are forbidden
    else part("manual-text").textContent = answer.problem;
    part("manual").showModal();
    part("manual").scrollTop = 0;  // a browser keeps how far the last explanation was scrolled
  }

  async download() {
    const answer = await this.engine.ask({ type: "export", ending: part("format").value, ...this.subject });
    if (answer?.type !== "exported") return void (answer && this.say("given", answer.problem, true));
    const bytes = Uint8Array.from(atob(answer.data), (letter) => letter.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: answer.media_type }));
    el("a", { href: address, download: answer.name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.say("given", `${answer.name} is in your downloads.`);
  }

  async copyLink() {
    const page = location.href.split("#")[0].split("?")[0];
    const answer = await this.engine.ask({ type: "make-link", page, ...this.subject });
    if (answer?.type !== "linked") return void (answer && this.say("given", answer.problem, true));
    const copied = await navigator.clipboard?.writeText(answer.link).then(() => true, () => false);
    this.say("given", [copied ? "The link is copied." : answer.link, answer.remark].filter(Boolean).join(" "));
  }

  say(id, words, wrong = false) {
    Object.assign(part(id), { textContent: words, className: wrong ? "wrong" : "" });
  }

  moveMap(event) {
    const [dx, dy] = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key] ?? [0, 0];
    if (dx || dy) this.view?.pan(dx, dy);
    else if (event.key === "+") this.view?.zoom(1.4);
    else if (event.key === "-") this.view?.zoom(1 / 1.4);
    else if (event.key === "0") this.view?.fit();
    else return;
    event.preventDefault();
  }

  moveEdition(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = [...part("editions").children], next = rows[(rows.indexOf(document.activeElement) + step + rows.length) % rows.length];
    next.focus();
    next.click();
  }
}

const countOf = (count, word) => (count ? `${count} ${word}${count > 1 ? "s" : ""}` : "");

/** The verdict of an edition in two or three words; a report of one ruleset lists failed rules, a row of the list has a flag. */
function verdictOf({ legal, failed, counts }) {
  if (failed === true || failed?.length) return "cannot be judged";
  return legal ? "legal" : countOf(counts.error, "error") || "not legal";
}

function groupStarts(starts) {
  const groups = new Map();
  for (const start of starts) {
    const label = start.kind === "template" ? "Templates" : start.edition;
    groups.set(label, [...(groups.get(label) ?? []), start]);
  }
  return groups;
}

function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** What this browser has kept since the last visit; null where it keeps nothing. */
function readMemory() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY));
  } catch {
    return null;
  }
}

function writeMemory(value) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify(value));
  } catch { /* a browser that keeps nothing still checks */ }
}

part("starting").textContent = "Starting… the first time, 10 MB are loaded.";
globalThis.checker = new Checker();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
