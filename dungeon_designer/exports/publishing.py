"""A season as a folder for any web host: index, a page and a picture of each dungeon, the rules and the schedule.

Served by https, the folder is kept by the browser after the first visit and works without a network. Every page is one
file by itself. What is hidden in the dungeons stands in none of the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace as with_changes

from dungeon_designer.board.build import build
from dungeon_designer.exports.html_parts import INDEX, OFFLINE, RULES, anchors, html_text, parts_in_html
from dungeon_designer.exports.options import ExportOptions
from dungeon_designer.exports.pack import rules, words
from dungeon_designer.exports.pack.model import Chapter, Pack, PackPart
from dungeon_designer.exports.pack.tables import schedule_csv
from dungeon_designer.exports.site import Front, SiteEntry, page_in_html, picture_of, site
from dungeon_designer.exports.svg import svg_text

SCHEDULE = "schedule.csv"

_WORKER = """\
const kept = "%s", files = %s;
self.addEventListener("install", event => {
  self.skipWaiting();
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(files)));
});
self.addEventListener("activate", event => {
  const mine = name => name.startsWith("dungeons-") && name !== kept;
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(mine).map(name => caches.delete(name)))));
});
self.addEventListener("fetch", event => {
  event.respondWith(caches.open(kept).then(cache => cache.match(event.request, {ignoreSearch: true}))
    .then(found => found || fetch(event.request)));
});
"""
"""Keeps the files of this folder, each as of one version; a new version takes the place of the old one."""


def published(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """The files of the folder by name, each as it is made: a page a dungeon, the index, pictures, rules, schedule."""
    made: dict[str, bytes] = {}
    for name, data in _files(pack, options):
        made[name] = data
        yield name, data
    version = sha256(b"".join(sha256(data).digest() for data in made.values())).hexdigest()[:16]
    files = json.dumps(["./", *(f"./{name}" for name in made)])
    yield OFFLINE, (_WORKER % (f"dungeons-{version}", files)).encode()


def _files(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    entries = [_entry(chapter) for chapter in pack.chapters]
    links = [("The rules", RULES), *([("The schedule as a table for other programs", SCHEDULE)] if pack.rounds else [])]
    notes = (PackPart("What players should know", pack.notes),) if pack.notes.strip() else ()
    pages = []
    for name, data in site(Front(pack.name, pack.facts, (*pack.parts, *notes), links), entries, options, offline=True):
        pages.append(name)
        yield name, data
    alone = replace(options, drawing=replace(options.drawing, title=True, legend=True))
    for name, entry in zip(pages, entries, strict=False):  # the index is the last of the pages
        yield picture_of(name), svg_text(entry.board, alone).encode()
    yield RULES, _rules(pack)
    if pack.rounds:
        yield SCHEDULE, schedule_csv(pack)


def _entry(chapter: Chapter) -> SiteEntry:
    """A dungeon with the notes that players read."""
    layout = with_changes(chapter.board.layout, notes=words.notes(chapter))
    board = build(layout, chapter.board.library)
    line, file = words.credit(chapter), chapter.file
    return SiteEntry(Path(file).name, chapter.title, line, "", board, chapter.ruleset, source=file)


def _rules(pack: Pack) -> bytes:
    """Return the page of the rules of all rulesets, with a link to each part on top."""
    links, content = [("All dungeons", INDEX)], list[str]()
    for number, ruleset in enumerate(pack.rulesets, start=1):
        told = list(rules.parts(pack, ruleset))
        content.append(f"<h2>The rules of {html_text(ruleset.name)}</h2>")
        content += parts_in_html(told, 3, before=f"rules-{number}")
        if len(pack.rulesets) == 1:
            names = anchors(told, f"rules-{number}")
            links += [(part.title, f"#{name}") for part, name in zip(told, names, strict=True)]
    return page_in_html(f"{pack.name}: rules", links, (), content, offline=True)
