"""Write a season as a folder for any web host: index, rules, schedule, and a page and a picture of each dungeon.

If the folder is served by https, a browser keeps it after the first visit and shows it without a network. Every page
is one file that loads no other file but pictures of tiles and dungeons, which the folder holds once. Hidden contents of
the dungeons are in none of the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace as with_changes

from dungeon_designer.board.build import build_board
from dungeon_designer.drawing.placed_pictures import list_credits
from dungeon_designer.exports.embedded_pictures import PictureFiles
from dungeon_designer.exports.export_options import ExportOptions, with_theme
from dungeon_designer.exports.html_parts import INDEX, OFFLINE_SCRIPT, RULES, escape_text, format_parts, list_anchors
from dungeon_designer.exports.pack import ruleset_parts, texts
from dungeon_designer.exports.pack.pack_model import Chapter, Pack
from dungeon_designer.exports.pack.table_papers import write_schedule_csv
from dungeon_designer.exports.svg import draw_svg
from dungeon_designer.exports.website import IndexContent, WebsiteEntry, build_page, export_website, name_picture
from dungeon_designer.layout.links import is_link, is_page
from dungeon_designer.text.pack_part import PackPart

SCHEDULE_FILE = "schedule.csv"

_OFFLINE_WORKER = """\
const kept = "%s", files = %s;
self.addEventListener("install", event => {
  self.skipWaiting();
  const asked = files.map(file => new Request(file, {cache: "no-cache"}));  // not the older copies of the browser
  event.waitUntil(caches.open(kept).then(cache => cache.addAll(asked)));
});
self.addEventListener("activate", event => {
  const mine = name => name.startsWith("%s") && name !== kept;
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(mine).map(name => caches.delete(name)))));
});
self.addEventListener("fetch", event => {
  event.respondWith(caches.open(kept).then(cache => cache.match(event.request, {ignoreSearch: true}))
    .then(found => found || fetch(event.request)));
});
"""
"""The script that keeps the files of this folder, each in one version; a new version replaces the old one."""


def export_season_website(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file of a season's website, as soon as the file is made.

    A season is the file of an event: its dungeons and rounds. The last file is a script (a service worker) with which
    browsers keep all files, to show them without a network.
    """
    data_by_name: dict[str, bytes] = {}
    for name, data in _list_files(pack, options):
        data_by_name[name] = data
        yield name, data
    yield OFFLINE_SCRIPT, build_offline_script(data_by_name, "dungeons")


def build_offline_script(data_by_name: Mapping[str, bytes], collection: str) -> bytes:
    """Return the script (a service worker) with which browsers keep the files of a folder.

    Args:
        data_by_name: the bytes of each file by its name.
        collection: a word for the folder; a browser deletes the older versions of the same collection.
    """
    # a browser fetches all files anew when one of them changes, since the version changes with it
    checksums = [sha256(data).digest() for data in data_by_name.values()]
    version = sha256(b"".join(checksums)).hexdigest()[:16]
    files = json.dumps(["./", *(f"./{name}" for name in data_by_name)])
    return (_OFFLINE_WORKER % (f"{collection}-{version}", files, f"{collection}-")).encode()


def _list_files(pack: Pack, options: ExportOptions) -> Iterator[tuple[str, bytes]]:
    """Yield all files of a season's website but the service worker: pages, index, pictures, rules and schedule.

    A season is the file of an event: its dungeons and rounds. A service worker is a script with which browsers keep the
    files. Each file is a pair of its name and its bytes.
    """
    entries = [_build_entry(chapter, pack.addresses.get(chapter.file, "")) for chapter in pack.chapters]
    links = [("The rules", RULES)]
    if pack.rounds:
        links.append(("The schedule as a table for other programs", SCHEDULE_FILE))
    parts = list(pack.parts)
    if pack.notes.strip():
        parts.append(PackPart("What players should know", pack.notes))
    drawn_boards = [(chapter.board, with_theme(options, chapter.theme).drawing) for chapter in pack.chapters]
    credit_lines = dict.fromkeys(line for board, drawing in drawn_boards for line in list_credits(board, drawing))
    if credit_lines:
        parts.append(PackPart("Credits", items=tuple(credit_lines)))
    index_content = IndexContent(pack.name, pack.facts, tuple(parts), links)
    page_names = []
    picture_files = PictureFiles()
    for name, data in export_website(index_content, entries, options, offline=True, picture_files=picture_files):
        page_names.append(name)
        yield name, data
    titled_options = replace(options, drawing=replace(options.drawing, title=True, legend=True))
    for name, entry in zip(page_names, entries, strict=False):  # the index is the last of the pages
        picture_options = with_theme(titled_options, entry.theme)
        yield name_picture(name), draw_svg(entry.board, picture_options, picture_files=picture_files).encode()
    yield from picture_files.data_by_name.items()
    yield RULES, _build_rules_page(pack)
    if pack.rounds:
        yield SCHEDULE_FILE, write_schedule_csv(pack)


def _build_entry(chapter: Chapter, address: str) -> WebsiteEntry:
    """Return the website's entry for a chapter of the pack, which is a dungeon with its ruleset and verdict.

    The pack is the printed document of an event. The notes of its page are only those that players may read.

    Args:
        chapter: the chapter.
        address: where the dungeon opens on the web: its page, or a link that holds it; '' if nothing says it.
    """
    link = None
    if is_page(address):
        link = ("open it in the checker" if is_link(address) else "its page on the web", address)
    layout = with_changes(chapter.board.layout, notes=texts.find_player_notes(chapter))
    board = build_board(layout, chapter.board.library)
    credit_line, file = texts.format_credit(chapter), chapter.file
    return WebsiteEntry(Path(file).name, chapter.title, credit_line, board, chapter.ruleset, file, link, chapter.theme)


def _build_rules_page(pack: Pack) -> bytes:
    """Return the page with the rules of all rulesets of a pack (the document of an event).

    With one ruleset, a link to each part is at the top; with several there would be too many.
    """
    links, content = [("All dungeons", INDEX)], list[str]()
    for number, ruleset in enumerate(pack.rulesets, start=1):
        rule_parts = list(ruleset_parts.list_parts(pack, ruleset))
        anchor_prefix = f"rules-{number}"  # two rulesets may have parts of the same title
        content.append(f"<h2>The rules of {escape_text(ruleset.name)}</h2>")
        content += format_parts(rule_parts, 3, prefix=anchor_prefix)
        if len(pack.rulesets) == 1:
            anchors = list_anchors(rule_parts, anchor_prefix)
            links += [(part.title, f"#{anchor}") for part, anchor in zip(rule_parts, anchors, strict=True)]
    return build_page(f"{pack.name}: rules", links, (), content, offline=True)
