"""Published pages on a phone and on a desk, in Chromium: what is read from top to bottom can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from dungeon_designer.cli.main import run_program
from tests.soak import sample, soak
from tests.web.browser import CHROMIUM, Browser, browser

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="chromium, which the pages are tried in, is not installed")
ROOT = Path(__file__).parents[2]
PHONE, DESK = 360, 1440
LONG = ("MAMMOTH MAW", "ŻÓŁTA JASKINIA ŁĄK ŚWIĘTEGO GRZEGORZA BRZĘCZYSZCZYKIEWICZA ŁÓDŹ", "W" * 63)

WORDS = (Path(__file__).parent / "broken_words.js").read_text(encoding="utf-8")
"""An expression: the words of the page that stand in more than one line though a line of the page would hold them."""


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser for all tests here."""
    with browser(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The season of nine rounds, published."""
    folder = tmp_path_factory.mktemp("season")
    assert run_program(["publish", str(ROOT / "examples/brawl-2013/season.toml"), "-o", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def long_named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A season whose dungeons and rounds have long names, two of them on tables at once, under house rules."""
    folder = tmp_path_factory.mktemp("long")
    sketch = 'name: "{0}"\nauthor: "{0}"\nnotes: "**{0}** is *long*."\nmap: |\n  <<..C.1.>>\n'
    for number, name in enumerate(LONG, start=1):
        (folder / f"hall-{number}.dungeon.yaml").write_text(sketch.format(name), encoding="utf-8")
    (folder / "cup.toml").write_text(
        'name = "The Cup of the EXTRAORDINARILYLONGWORDS"\nruleset = "house.toml"\ntables = 2\n'
        'notes = "Bring **dice**."\n'
        'rounds = [{ name = "QUARTERFINALSUNBROKEN", layout = "hall-1.dungeon.yaml" },'
        ' { name = "Final", layout = ["hall-2.dungeon.yaml", "hall-3.dungeon.yaml"] }]\n',
        encoding="utf-8",
    )
    (folder / "house.toml").write_text(
        'name = "Our House"\nextends = "naf-2019"\n'
        '[rules.chest-count]\nmin = 1\nmax = 3\nsource = "Our house, page 1"\n'
    )
    assert run_program(["publish", str(folder / "cup.toml"), "-o", str(folder / "public")]) in (0, 1)
    return folder / "public"


def open_page(driver: Browser, file: Path, width: int, *, script: bool = True) -> None:
    """Show a page at a width, as a phone or a desk does, with its script or without."""
    driver.begin(width, 800, width < 700)
    driver.call("Emulation.setScriptExecutionDisabled", value=not script)
    driver.call("Page.navigate", url="about:blank")
    driver.call("Page.navigate", url=file.as_uri())
    driver.until("document.readyState === 'complete' && location.href !== 'about:blank'")
    driver.ask("document.fonts.ready.then(() => 0)")


def list_pages(folder: Path) -> list[Path]:
    """Return all pages of a folder."""
    return sorted(folder.glob("*.html"))


@soak
@pytest.mark.parametrize(
    ("which", "width", "script"), sample(product(["season", "long_named"], [PHONE, DESK], [True, False]), 3)
)
def test_no_page_scrolls_sideways_and_no_word_is_broken(
    which: str, width: int, script: bool, driver: Browser, request: pytest.FixtureRequest
) -> None:
    """On a phone and on a desk, with a script and without one; only words longer than a line are broken."""
    for file in list_pages(request.getfixturevalue(which)):
        open_page(driver, file, width, script=script)
        assert driver.ask("document.documentElement.scrollWidth") <= width, file.name
        assert driver.ask(WORDS) == [], file.name


def test_the_rules_are_no_longer_than_a_phone_scrolls(season: Path, driver: Browser) -> None:
    """At 360 pixels the cells of a row stand below each other, each as broad as the page: half as long as columns."""
    open_page(driver, season / "rules.html", PHONE)
    assert driver.ask("document.documentElement.scrollHeight") < 10_000
    cells = "[...document.querySelectorAll('td')].filter(each => each.textContent)"
    assert driver.ask(f"Math.min(...{cells}.map(each => each.offsetWidth))") > 250
    assert driver.ask("[...document.querySelectorAll('table')].every(each => each.getAttribute('role') === 'table')")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_links_look_like_links(width: int, season: Path, driver: Browser) -> None:
    """Links are underlined, have a colour of their own, and are high enough for a finger."""
    for name in ("index.html", "rules.html"):
        open_page(driver, season / name, width)
        links = driver.ask(
            "[...document.links].map(each => { const look = getComputedStyle(each), row = each.closest('tr, li, nav');"
            " return [look.textDecorationLine, look.color, row.getBoundingClientRect().height]; })"
        )
        ink = driver.ask("getComputedStyle(document.body).color")
        assert links
        assert all(line == "underline" and colour != ink and height >= 24 for line, colour, height in links)


def test_the_dungeons_come_first_and_the_schedule_leads_to_them(season: Path, driver: Browser) -> None:
    """Below the title are the dungeons, then the rounds, where each dungeon's name is a link to its page."""
    open_page(driver, season / "index.html", PHONE)
    assert driver.ask("document.querySelector('main').firstElementChild.className") == "dungeons"
    rows = driver.ask(
        "[...document.querySelectorAll('#part-1 tbody tr')].map(row => [row.cells[2].innerText,"
        " row.querySelector('a').getAttribute('href')])"
    )
    assert len(rows) == 9
    for name, page in rows:
        assert f"<h1>{name}</h1>" in (season / page).read_text(encoding="utf-8")


def test_rounds_on_several_tables_lead_to_the_table_of_tables(long_named: Path) -> None:
    """The schedule leads to the part with a round's tables, and that part leads to each page."""
    text = (long_named / "index.html").read_text(encoding="utf-8")
    parts = dict(re.findall(r'<section id="(part-\d+)"><h2>(.*?)</h2>', text))
    tables = next(name for name, title in parts.items() if title == "The tables")
    assert f'<a href="#{tables}">2 dungeons, by table</a>' in text
    section = text[text.index(f'<section id="{tables}">') :]
    assert [f'href="hall-{number}.html"' in section for number in (2, 3)] == [True, True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_index_and_rules_look_like_the_coaches_page(scheme: str, season: Path, driver: Browser) -> None:
    """Ground, ink, links, fonts and the fonts they bring are the same on all three."""
    looks = []
    for name in ("index.html", "rules.html", "hogwurts.html"):
        driver.begin(DESK, 800, False)
        driver.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        driver.open((season / name).as_uri())
        driver.ask("document.fonts.ready.then(() => 0)")
        look = driver.ask(
            "[document.body, document.querySelector('h1'), document.links[0]].map(each => getComputedStyle(each))"
            ".map(look => [look.color, look.fontFamily]).concat([getComputedStyle(document.body).backgroundColor])"
        )
        loaded = driver.ask(
            "[...document.fonts].filter(font => font.status === 'loaded' && font.weight === 'normal')"
            ".map(font => font.family.replaceAll('\"', '')).sort()"
        )
        looks.append((look, set(loaded) & {"Cabin", "Goudy Bookletter 1911"}))
    assert looks[0] == looks[1] == looks[2]
    assert looks[0][1] == {"Cabin", "Goudy Bookletter 1911"}
