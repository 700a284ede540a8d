"""Notes as Markdown: what they are read as, and that nothing of them is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dungeon_designer.exports.html_parts import format_notes_as_html
from dungeon_designer.exports.pack.markdown_pack import format_notes_as_markdown
from dungeon_designer.text.notes import (
    MAX_LIST_DEPTH,
    MAX_NOTE_LETTERS,
    Block,
    NoteList,
    Paragraph,
    WordRun,
    format_as_line,
    parse_notes,
)

MARKS = ["", "- ", "* ", "1. ", "3) ", "# ", "> ", "- - - ", "** "]
LINES = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(MARKS), st.integers(0, 99)), max_size=12)


def list_words(found: tuple[Block, ...]) -> str:
    """Return all words of blocks, in their order."""
    parts = [each.text if isinstance(each, Paragraph) else " ".join(map(list_words, each.items)) for each in found]
    return " ".join(parts)


def measure_depth(found: tuple[Block, ...]) -> int:
    """Return how many lists stand in each other."""
    return max(
        (1 + max(map(measure_depth, each.items), default=0) for each in found if isinstance(each, NoteList)), default=0
    )


def test_lists_stand_in_lists() -> None:
    """A list has its things in order, each with what is indented below it; a numbered one begins where it says."""
    (listing,) = parse_notes("- a\n  - b\n  - c\n- d")
    assert isinstance(listing, NoteList)
    assert (len(listing.items), listing.first) == (2, None)
    assert isinstance(listing.items[0][1], NoteList)
    (numbered,) = parse_notes("7. a\n8. b")
    assert isinstance(numbered, NoteList)
    assert numbered.first == 7


def test_letters_have_their_kinds() -> None:
    """Strong and emphasised words are told apart, one in the other too."""
    (words,) = parse_notes("a **b *c*** _d_")
    assert isinstance(words, Paragraph)
    assert words.runs == (
        WordRun("a "),
        WordRun("b ", strong=True),
        WordRun("c", strong=True, emphasised=True),
        WordRun(" "),
        WordRun("d", emphasised=True),
    )


@given(LINES)
def test_no_word_is_lost(lines: list[tuple[int, str, int]]) -> None:
    """However lines are indented and marked, every word is told, in order, and no list is deeper than is shown."""
    text = "\n".join(f"{' ' * indent}{mark}word{number}" for indent, mark, number in lines)
    said = re.findall(r"word\d+", text)
    found = parse_notes(text)
    assert re.findall(r"word\d+", list_words(found)) == said
    assert measure_depth(found) <= MAX_LIST_DEPTH
    assert re.findall(r"word\d+", "\n".join(format_notes_as_markdown(text))) == said
    assert re.findall(r"word\d+", "\n".join(format_notes_as_html(text))) == said
    assert re.findall(r"word\d+", format_as_line(text)) == said


@pytest.mark.parametrize("text", ["- " * 500 + "end", "\n".join(f"{'  ' * n}- x" for n in range(300)) + " end"])
def test_no_list_is_too_deep(text: str) -> None:
    """Lists in lists without end neither stop the program nor lose what stands in them."""
    assert "end" in list_words(parse_notes(text))


def test_long_notes_are_cut() -> None:
    """Notes of more letters than fifty pages hold end with three dots."""
    assert list_words(parse_notes("a" * (MAX_NOTE_LETTERS + 5))) == "a" * MAX_NOTE_LETTERS + "…"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("<b>a</b> & b", "<p>&lt;b&gt;a&lt;/b&gt; &amp; b</p>"),
        ("[a](javascript:b)", "<p>[a](javascript:b)</p>"),
        ("3. a\n4. **b**", '<ol start="3">\n<li><p>a</p></li>\n<li><p><strong>b</strong></p></li>\n</ol>'),
        ("## a", "<p><strong>a</strong></p>"),
    ],
)
def test_html_has_lists_and_letters(text: str, html: str) -> None:
    """Notes in a page are paragraphs and lists; their letters are letters."""
    assert "\n".join(format_notes_as_html(text)) == html
