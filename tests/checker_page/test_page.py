"""The page in a real browser: a dungeon is checked, fixed, linked and downloaded, also without a network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest

from dungeon_designer.dungeon import Dungeon
from tests.web.browser import CHROMIUM, Browser, browser, serve_folder

from .questions import ROOT

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium, which the page is tried in, is not installed")
WINDS = ROOT / "examples" / "naf-2019" / "the-four-winds.dungeon.yaml"
SENTENCE = "document.getElementById('sentence').textContent"
CHECKED = "Number(document.documentElement.dataset.checked || 0)"


class Handler(SimpleHTTPRequestHandler):
    """Serves the folder without a word, as a host does that reads the file `_headers`."""

    def end_headers(self) -> None:
        """Send the headers of the file, too."""
        lines = Path(self.directory, "_headers").read_text(encoding="utf-8").splitlines()
        assert lines[0] == "/*"
        for line in lines[1:]:
            self.send_header(*line.strip().split(": ", 1))
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(web_folder: Path) -> Iterator[str]:
    """Serve the built folder, and return its address."""
    assert "'wasm-unsafe-eval'" in (web_folder / "_headers").read_text(encoding="utf-8")
    with serve_folder(web_folder, Handler) as served:
        yield served


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Return a browser."""
    with browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture
def page(driver: Browser, address: str) -> Browser:
    """Return a browser that shows the page, empty of what was typed before, with its first dungeon checked."""
    driver.begin(1280, 900, touch=False)
    driver.open(address)
    driver.until(f"{CHECKED} > 0")
    return driver


def type_text(page: Browser, text: str) -> None:
    """Put a text into the text field as typing does, and wait until it is checked."""
    before = page.ask(CHECKED)
    page.ask(
        f"(() => {{ const field = document.getElementById('text'); field.value = {json.dumps(text)};"
        " field.dispatchEvent(new Event('input')); })()"
    )
    page.until(f"{CHECKED} > {before}")


def press(page: Browser, label: str) -> None:
    """Press the first button whose words begin so."""
    find = f"[...document.querySelectorAll('button')].find((each) => each.textContent.startsWith({json.dumps(label)}))"
    page.until(f"Boolean({find})")
    page.ask(f"{find}.click()")


def test_a_template_is_judged_and_drawn(page: Browser, address: str) -> None:
    """The page begins with a legal template, its map and eight verdicts, and asks no other computer for anything."""
    assert "is legal under NAF" in page.ask(SENTENCE)
    assert page.ask("document.querySelectorAll('#editions [role=radio]').length") == 8
    assert page.ask("Boolean(document.querySelector('#map > svg'))")
    assert {request.startswith((address, "blob:")) for request in page.requests} == {True}
    assert page.complaints == []


def test_words_beside_the_map_are_in_one_font(page: Browser) -> None:
    """The page's own words name no family of the map, which has only some of the letters."""
    page.until("document.querySelector('#map style')?.textContent.includes('@font-face')")
    faces = 'document.querySelector(\'#map style\').textContent.matchAll(/font-family:"([^"]+)"/g)'
    embedded = page.ask(f"[...{faces}].map((match) => match[1])")
    for element in ("body", "h1", "#sentence", "#text", "#editions button"):
        families = page.ask(f"getComputedStyle(document.querySelector('{element}')).fontFamily")
        assert embedded
        assert not set(embedded) & {family.strip('" ') for family in families.split(",")}


def test_a_broken_rule_is_shown_and_fixed(page: Browser) -> None:
    """A rule that is broken while typing is listed with its squares and clause, and its fix mends the text."""
    type_text(page, "ruleset: naf-2019\nmap: |\n  <<.1.1.>>\n")
    rows = page.ask("[...document.querySelectorAll('#problems > li')].map((each) => each.textContent)")
    assert any("portal-numbers" in row for row in rows)
    number = next(number for number, row in enumerate(rows) if "portal-numbers" in row and "Fix:" in row)
    page.ask(f"document.querySelectorAll('#problems > li')[{number}].focus()")
    assert page.ask("document.querySelectorAll('#map .shown rect').length") > 0
    before = page.ask(CHECKED)
    page.ask(f"document.querySelectorAll('#problems > li')[{number}].querySelector('button').click()")
    page.until(f"{CHECKED} > {before}")
    assert "<<.1.2.>>" in page.ask("document.getElementById('text').value")


def test_an_explanation_opens_at_its_heading(page: Browser) -> None:
    """A rule whose page is longer than the window is shown from its first line, and so is the next one."""
    type_text(page, "ruleset: naf-2019\nmap: |\n  <<.1.1.>>\n")
    for _ in range(2):
        press(page, "Explain")
        page.until("document.getElementById('manual').open")
        assert page.ask(
            "(() => { const { scrollHeight, clientHeight } = manual; return scrollHeight > clientHeight; })()"
        )
        assert page.ask("document.getElementById('manual').scrollTop") == 0
        page.ask("document.getElementById('manual').scrollTo(0, 9999)")
        page.ask("document.querySelector('#manual button').click()")


def test_another_edition_is_chosen_by_key(page: Browser) -> None:
    """An arrow key in the list of editions checks by the next one."""
    before = page.ask(CHECKED)
    page.ask("document.querySelector('#editions [aria-checked=true]').focus()")
    page.press("ArrowDown", 40)
    page.until(f"{CHECKED} > {before}")
    assert "under Dungeonbowl 7s" in page.ask(SENTENCE)
    before = page.ask(CHECKED)
    page.press("ArrowDown", 40)
    page.until(f"{CHECKED} > {before}")
    assert "under Dungeonbowl 7s" not in page.ask(SENTENCE)
    assert page.ask("document.activeElement.getAttribute('aria-checked')") == "true"


def test_the_sentence_and_the_list_of_editions_agree(page: Browser) -> None:
    """The list shows the new verdict of an edition together with the sentence, and marks the others until then."""
    page.ask(
        "(() => { const { engine } = checker, ask = engine.ask.bind(engine); engine.ask = async (question, topic) => {"
        " if (question.type === 'check-all') await new Promise((resolve) => { globalThis.answerAll = resolve; });"
        " return ask(question, topic); }; })()"
    )
    before = page.ask(CHECKED)
    page.ask(
        "(() => { const field = document.getElementById('text');"
        r" field.value = 'ruleset: naf-2019\nmap: |\n  <<.1.1.>>\n'; field.dispatchEvent(new Event('input')); })()"
    )
    page.until(f"{SENTENCE}.includes('is not legal') && Boolean(globalThis.answerAll)")
    assert "error" in page.ask("document.querySelector('#editions [aria-checked=true]').textContent")
    assert page.ask("document.getElementById('editions').getAttribute('aria-busy')") == "true"
    assert page.ask("document.querySelectorAll('#editions .old').length") == 7
    page.ask("globalThis.answerAll()")
    page.until(f"{CHECKED} > {before}")
    assert page.ask("document.getElementById('editions').hasAttribute('aria-busy')") is False
    assert page.ask("document.querySelectorAll('#editions .old').length") == 0


def test_unreadable_text_gets_one_line(page: Browser) -> None:
    """A text that is no dungeon gets one line with the place, and no verdict, also in the list of editions."""
    type_text(page, "map: |\n  <<..\nname: [")
    assert "new.dungeon.yaml" in page.ask(SENTENCE)
    assert page.ask("document.querySelectorAll('#problems > li').length") == 0
    assert (
        page.ask("[...document.querySelectorAll('#editions span:last-child')].map((each) => each.textContent)")
        == [""] * 8
    )


def test_a_link_opens_the_dungeon(page: Browser, address: str) -> None:
    """The address of a link shows the dungeon in it; pasted into the text field, it does the same."""
    link = Dungeon.load(WINDS).link(address)
    page.open(link)
    page.until(f"{SENTENCE}.startsWith('The Four Winds is legal')")
    type_text(page, "map: <..>")
    type_text(page, link)
    page.until(f"{SENTENCE}.startsWith('The Four Winds is legal')")


def test_the_page_works_without_a_network(page: Browser) -> None:
    """After the first visit the page works without a network: it starts again, checks, draws and explains."""
    page.until("navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length > 0)")
    page.ask("navigator.serviceWorker.ready.then(() => true)")
    page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
    page.reload()
    page.until(f"{CHECKED} > 0")
    assert "is legal under NAF" in page.ask(SENTENCE)
    type_text(page, "ruleset: naf-2019\nmap: |\n  <<.1.1.>>\n")
    press(page, "Explain")
    page.until("document.getElementById('manual').open")
    page.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def test_a_worker_that_hangs_is_replaced(page: Browser) -> None:
    """A question that is never answered ends with a line, and the next one is answered by a new worker."""
    page.ask("checker.engine.worker.onmessage = () => {}")
    asked = "checker.engine.ask({ type: 'open-link', link: '' }, 'lost')"
    page.ask(f"{asked}.then((answer) => {{ globalThis.lost = answer; }}); undefined")
    page.ask("checker.engine.restart()")
    page.until("globalThis.lost?.type === 'failed'")
    type_text(page, "map: <..>\nname: Again\n")
    assert "Again" in page.ask(SENTENCE)


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wider_than_the_screen(driver: Browser, address: str, width: int) -> None:
    """At the width of a phone and of a desk nothing lies beside the screen."""
    driver.begin(width, 740, touch=width < 500)
    driver.open(address)
    driver.until(f"{CHECKED} > 0")
    assert driver.ask("document.documentElement.scrollWidth") <= width
