"""Check that texts for users are plain English: `python -m scripts.check_prose [FILE]...`.

    python -m scripts.check_prose docs/how-to/place.md     lists what is wrong on one page
    python -m scripts.check_prose "help check"             in the help of a command
    python -m scripts.check_prose                          in all texts, with the worst sentences
    python -m scripts.check_prose --record                 keeps the counts of today for the test, where they fell

A sentence has at most 30 words, and nine of ten sentences of a text have at most 25. Some words and turns of phrase are
not used, since readers stumble over them. Code, quotations and names are free. A page has at most two semicolons
outside lists and tables. A word is a token that holds a letter; a code span is one word.

Texts that were not yet rewritten are listed in tests/docs/prose.json with their counts, which may only fall. All other
texts have no problem at all.
"""

from __future__ import annotations

import json
import re
import sys
from typing import NamedTuple

from scripts.prose_texts import PROJECT_ROOT, Block, list_sources, read_blocks

RECORD_FILE = PROJECT_ROOT / "tests" / "docs" / "prose.json"
MAX_WORDS, LONG_WORDS = 30, 25
MAX_LONG_SHARE = 0.1
MAX_SEMICOLONS = 2
WORST_COUNT = 10
"""How many of the longest sentences of all texts are listed."""

FORBIDDEN = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "so many": r"\bso many\b",
        "is but": r"\b(?:is|are) but\b",
        "but for": r"\bbut for\b",
        "anew": r"\banew\b",
        "by lot": r"\bby lot\b",
        "aslant": r"\baslant\b",
        ", too.": r", too\.(?:\s|$)",
        "one can": r"\bone (?:can|may|must)\b",
        "he, him, his": r"\b(?:he|him|his)\b",
        "mend": r"(?<!--)\bmend(?:s|ed|ing)?\b",
        "pieces ask it": r"\bthe pieces ask it\b",
        "no book asks it": r"\bno book asks it\b",
    }.items()
}
"""Words and turns of phrase that are not used, by the name in messages."""

_SENTENCE_END = re.compile(r"(?<=[.!?…])(?<!\be\.g\.)(?<!\bi\.e\.)[\")”]?\s+(?=[\"“(]?[A-Z0-9])")


class TextProblem(NamedTuple):
    """A problem of a text: its kind ("over 30", "over 25", "words" or "semicolons"), and what to look for."""

    kind: str
    message: str


def split_sentences(text: str) -> list[str]:
    """Split a text at the ends of its sentences.

    >>> split_sentences("Take 2.5 mm. Is it right? Yes.")
    ['Take 2.5 mm.', 'Is it right?', 'Yes.']
    """
    return [sentence for sentence in _SENTENCE_END.split(text) if sentence.strip()]


def count_words(text: str) -> int:
    """Return the number of tokens that hold a letter."""
    return sum(bool(re.search(r"[^\W\d_]", token)) for token in text.split())


def find_problems(blocks: list[Block]) -> list[TextProblem]:
    """Return the problems of a text.

    Sentences of more than 25 words are listed only if they are more than a tenth, or more than one in a short text.
    """
    sentences = [sentence for block in blocks if block.kind != "heading" for sentence in split_sentences(block.text)]
    counts = [(count_words(sentence), sentence) for sentence in sentences]
    problems = [TextProblem("over 30", f"{count} words: {sentence}") for count, sentence in counts if count > MAX_WORDS]
    long_ones = [(count, sentence) for count, sentence in counts if LONG_WORDS < count <= MAX_WORDS]
    if len(problems) + len(long_ones) > max(1, int(MAX_LONG_SHARE * len(sentences))):
        problems += [TextProblem("over 25", f"{count} words: {sentence}") for count, sentence in long_ones]
    for block in blocks:
        problems += _find_forbidden_words(block)
    semicolons = [block.prose for block in blocks for _ in range(block.prose.count(";")) if block.kind == "paragraph"]
    if len(semicolons) > MAX_SEMICOLONS:
        problems += [TextProblem("semicolons", f"a semicolon: {text}") for text in semicolons]
    return problems


def _find_forbidden_words(block: Block) -> list[TextProblem]:
    """Return the problems of the words of a block, and of the words that its sentences begin with."""
    problems = [
        TextProblem("words", f"“{name}”: {block.prose}") for name, pattern in FORBIDDEN.items()
        for _ in pattern.findall(block.prose)
    ]  # fmt: skip
    if block.kind != "heading":
        for sentence in split_sentences(block.prose):
            opening = re.match(r"(?:Of|Whoever|What)\b", sentence)
            if opening and not (opening[0] == "What" and sentence.rstrip('")”').endswith("?")):
                problems.append(TextProblem("words", f"opens with {opening[0]}: {sentence}"))
    return problems


def count_problems(source: str) -> dict[str, int]:
    """Return how many problems of each kind a text has; kinds without a problem are left out."""
    kinds = [problem.kind for problem in find_problems(read_blocks(source))]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def read_record() -> dict[str, dict[str, int]]:
    """Return the counts of the texts that were not yet rewritten, by source."""
    return dict(json.loads(RECORD_FILE.read_text(encoding="utf-8")))


def list_worse_kinds(counts: dict[str, int], limits: dict[str, int]) -> list[str]:
    """Return the kinds of problems that are more than recorded.

    A sentence of 40 words that becomes one of 28 is better, so the long sentences of both kinds are counted together.
    """
    both = ("over 30", "over 25")
    worse_kinds = [kind for kind, count in counts.items() if kind != "over 25" and count > limits.get(kind, 0)]
    if sum(counts.get(kind, 0) for kind in both) > sum(limits.get(kind, 0) for kind in both):
        worse_kinds.append("over 25")
    return worse_kinds


def write_record() -> None:
    """Record the counts of today, and leave out texts without a problem. A text that got worse keeps its old counts."""
    recorded = read_record() if RECORD_FILE.exists() else None
    new_record = {}
    for source in list_sources():
        counts = count_problems(source)
        limits = counts if recorded is None else recorded.get(source, {})
        if list_worse_kinds(counts, limits):
            counts = limits
        if counts:
            new_record[source] = counts
    lines = [f"  {json.dumps(source)}: {json.dumps(counts)}" for source, counts in new_record.items()]
    RECORD_FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def print_summary() -> None:
    """Print the words of each part of the manual, the problems of all texts, and the longest sentences."""
    words_by_part: dict[str, int] = {}
    words, sentences, totals = 0, list[tuple[int, str, str]](), dict[str, int]()
    for source in list_sources():
        blocks = read_blocks(source)
        count = sum(count_words(block.text) for block in blocks)
        words += count
        if source.startswith("docs/"):
            part = source.split("/")[1]
            words_by_part[part] = words_by_part.get(part, 0) + count
        sentences += [(count_words(each), source, each) for block in blocks for each in split_sentences(block.text)]
        for problem in find_problems(blocks):
            totals[problem.kind] = totals.get(problem.kind, 0) + 1
    print("The manual:", ", ".join(f"{part} {count:,}" for part, count in words_by_part.items()), "words;")
    print(f"{sum(words_by_part.values()):,} in all, where a code span is one word and code blocks are none.")
    print(f"All texts: {words:,} words, {len(sentences):,} sentences; {totals}")
    for count, source, sentence in sorted(sentences, reverse=True)[:WORST_COUNT]:
        print(f"{count} words, {source}: {sentence}")


def main(words: list[str]) -> int:
    """Print what the command line asks for, and return 1 if one of the named texts has a problem."""
    if words == ["--record"]:
        write_record()
    elif not words:
        print_summary()
    status = 0
    for source in (word for word in words if word != "--record"):
        for problem in find_problems(read_blocks(source)):
            print(f"{source}: {problem.message}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
