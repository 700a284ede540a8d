// Three drives as coaches press them, on an open page: run in the page by test_drives.py, which gives it the edition's course.
// Every check throws with words.

(({ playsOn, begins, firstOfNext, from, waits }) => {
  const { session } = coachesPage, { data } = session, sides = data.sides.map(({ id }) => id), count = sides.length;
  const opened = [];

  const check = (is, words) => { if (!is) throw new Error(words); };
  const buttons = (words) => [...document.querySelectorAll(".panel button")].filter((each) => each.textContent.startsWith(words) || each.ariaLabel?.startsWith(words));
  const press = (words) => {
    coachesPage.show("table");
    const [found] = buttons(words);
    check(found && !found.disabled, `no button "${words}" in: ${document.querySelector(".panel").innerText}`);
    found.click();
  };
  const seen = (words) => { coachesPage.show("table"); return document.querySelector(".panel").innerText.includes(words); };
  const score = (side) => `Touchdown for ${sides[side]}`;

  /** Neither the memory nor what the page keeps tells more of a chest than those that were opened hold. */
  const nothingToPeep = () => {
    const kept = atob(localStorage.getItem(session.key).replaceAll("-", "+").replaceAll("_", "/"));
    for (const text of [kept, JSON.stringify(session.events), JSON.stringify(session.log)]) {
      for (const content of ["ball", "trap"]) {
        check(text.split(`"${content}"`).length - 1 === opened.filter((each) => each === content).length, `${content} is told beforehand`);
      }
    }
  };

  const open = (chest) => {
    nothingToPeep();
    coachesPage.tapped(session.board.at(chest));
    const [button] = buttons("Open the chest");
    button.click();
    opened.push(session.state.opened.get(chest));
  };

  const begin = (drive) => {
    check(session.state.drive === drive && session.state.turn === 0 && session.state.opened.size === 0, `drive ${drive} is not fresh`);
    if (drive > 1) return (firstOfNext === "conceded" ? sides[(1 + 1) % count] : sides[session.state.first]);
    press(begins === "rolled" ? "Roll, D6 each" : "Roll for who chooses");
    if (begins === "chosen") press(`${sides[1]} begins`);
    check(session.state.begun, "nobody has begun");
    return sides[session.state.first];
  };

  const bringsIn = () => {
    const [button] = (coachesPage.show("table"), buttons("By portal"));
    return Boolean(button && !button.disabled);
  };

  /** Each thing answers what happens where it lies. */
  const answers = () => {
    for (const [topic, [number]] of Object.entries(data.things)) {
      coachesPage.tapped(session.board.at(number));
      check(document.querySelector(".panel").textContent.includes(data.edition.table[topic].lines[0]), `${topic} does not answer`);
    }
  };

  answers();
  for (const drive of [1, 2, 3]) {
    const first = begin(drive);
    check(seen(`Turn 1`) || seen("turn 1"), "the turn is not told");
    check(document.querySelector(".chip").textContent.endsWith(first), `${first} has not the first turn`);
    for (let turn = 0; turn < 2 * count; turn += 1) {
      const round = 1 + Math.floor(turn / count), may = round >= from && !(waits && turn === 0);
      check(bringsIn() === may, `${data.edition.id}: turn ${turn + 1}, a reserve may come in: ${!may}`);
      if (may) press("By portal");
      check(!bringsIn(), "a second reserve may come in");
      press("Next turn");
    }
    data.chests.forEach(open);
    check(opened.slice(-data.chests.length).filter((each) => each === "ball").length === data.balls, "not as many balls as there are");
    const last = data.chests.at(-1), held = session.state.opened.get(last);
    press("Undo");
    check(!session.state.opened.has(last), "undone, and still open");
    coachesPage.tapped(session.board.at(last));
    buttons("Open the chest")[0].click();
    opened.push(held);
    check(session.state.opened.get(last) === held, "the chest holds something else");
    nothingToPeep();
    press("Knocked out of " + sides[0] + ": one more");
    press(score(1));
    check(session.state.scores[1] === drive && session.state.boxes[0].knocked_out >= 1, "score or boxes are wrong");
    check(seen("A touchdown ends the match") === !playsOn, "what a touchdown ends");
    if (drive < 3) press(playsOn ? "New drive" : "Play on anyway");
  }
  return { scores: session.state.scores, drives: session.state.drive, done: session.events.length, opened: opened.length };
})
