"""Parse YAML without libyaml: PyYAML's own parser, changed where it reads a text otherwise than libyaml does.

libyaml is the parser in C that PyYAML uses where it is installed. A browser has none. The two must accept the same
files and read the same values from them, and what is said about a wrong file must not depend on where it is read. So
libyaml reads what is right, and this parser explains everywhere what is wrong. It differs from PyYAML's in tabs,
question marks, byte order marks (U+FEFF) and the location of empty values.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from yaml import SafeLoader
from yaml.scanner import ScannerError
from yaml.tokens import ScalarToken

_BREAKS = "\r\n\x85\u2028\u2029"
"""The letters that end a line."""
_BLANKS = " \t"
_END = "\0"
"""What PyYAML's reader returns after the last letter."""
_ESCAPE = re.compile(r'"|\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|.)', re.DOTALL)
"""The end of a text in double quotes, or an escape in it; the number of a character is the group 1 or 2."""
_AFTER_WORD = _END + _BLANKS + _BREAKS
"""The letters that end a word anywhere: the end of the text, a blank or the end of a line."""
_FLOW_SIGNS = ",[]{}"
"""The signs that end a word within brackets or braces."""
_SIGNS_AFTER_TIGHT_COLON = _FLOW_SIGNS + "?"
"""The signs that libyaml refuses directly after a colon within brackets or braces."""


class PlainLoader(SafeLoader):
    """PyYAML's parser in Python, which accepts what libyaml accepts.

    The methods replace those of `yaml.reader.Reader` and `yaml.scanner.Scanner` and have their names.

    Attributes:
        buffer: the text, or the part of it that is read so far.
        pointer: the index in `buffer` of the next letter.
        index: the index in the whole text of the next letter.
        line: its line, from 0.
        column: its column, from 0.
        flow_level: how many brackets and braces are open here.
        allow_simple_key: whether a key may begin here.
        indent: the column in which the innermost list or table begins that has no brackets.
    """

    buffer: str
    pointer: int
    index: int
    line: int
    column: int
    flow_level: int
    allow_simple_key: bool
    indent: int

    def __init__(self, text: str) -> None:
        """Store the text, without a byte order mark at its beginning."""
        super().__init__(text.removeprefix("\ufeff"))

    def forward(self, length: int = 1) -> None:
        """Go on by some letters. For PyYAML a byte order mark within a line has no width; here it is a column."""
        # the letter behind the last is needed, too: \r before \n does not end a line
        if self.pointer + length + 1 >= len(self.buffer):
            self.update(length + 1)  # read more of the text into the buffer
        for _ in range(length):
            letter = self.buffer[self.pointer]
            self.pointer += 1
            self.index += 1
            if letter in "\n\x85\u2028\u2029" or (letter == "\r" and self.buffer[self.pointer] != "\n"):
                self.line += 1
                self.column = 0
            else:
                self.column += 1

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and ends of lines; a tab is a blank except where it would indent a line."""
        while True:
            if self.column == 0 and self.peek() == "\ufeff":  # a byte order mark
                self.forward()
            indents_line = not self.flow_level and self.allow_simple_key  # no bracket is open, and a key may begin
            while self.peek() == " " or (self.peek() == "\t" and not indents_line):
                self.forward()
            if self.peek() == "#":
                while self.peek() not in _END + _BREAKS:
                    self.forward()
            if not self.scan_line_break():  # type: ignore[no-untyped-call]
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        """Return the word without quotes that begins here; a question mark does not end it.

        YAML's word may have blanks in it, and go on in the next line if that stands further right than its key.
        """
        start_mark = end_mark = self.get_mark()
        chunks: list[str] = []
        spaces: list[str] = []
        while self.peek() != "#" and (length := self._count_word_letters(start_mark)):
            self.allow_simple_key = False
            chunks += [*spaces, self.prefix(length)]
            self.forward(length)
            end_mark = self.get_mark()
            spaces = self.scan_plain_spaces(self.indent + 1, start_mark) or []
            is_next_key = not self.flow_level and self.column < self.indent + 1
            if not spaces or is_next_key:
                break
        return ScalarToken("".join(chunks), True, start_mark, end_mark)

    def _count_word_letters(self, start_mark: Any) -> int:
        """Return the number of letters from here to the end of a word without quotes, or to the next blank in it.

        A colon before a blank or before the end of the text ends the word, since it is a key then. So do commas,
        brackets and braces within brackets. There a colon directly before such a sign or a question mark is an error:
        the author probably forgot the blank behind a key, as in ``{at:[1, 2]}``.

        Raises:
            ScannerError: within brackets, a sign such as ``,`` follows a colon. `start_mark` is the word's beginning.
        """
        length = 0
        while (letter := self.peek(length)) not in _AFTER_WORD:
            if letter == ":":
                next_letter = self.peek(length + 1)
                if self.flow_level and next_letter in _SIGNS_AFTER_TIGHT_COLON:
                    problem = "found unexpected ':'"
                    raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
                if next_letter in _AFTER_WORD:
                    break
            elif self.flow_level and letter in _FLOW_SIGNS:
                break
            length += 1
        return length

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str] | None:
        """Return what stands for the blanks and ends of lines in a word without quotes; None at the document's end.

        Blanks within a line stay. One end of a line stands for a blank, and of several the first is left out.

        Args:
            indent: how far the next line must be indented; a tab must not stand before that.
            start_mark: where the word begins, for the error.

        Raises:
            ScannerError: a tab indents the next line.
        """
        length = 0
        while self.peek(length) in _BLANKS:
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() not in _BREAKS:
            return [blanks] if blanks else []
        first_break = self.scan_line_break()  # type: ignore[no-untyped-call]
        self.allow_simple_key = True
        further_breaks = self._scan_empty_lines(indent, start_mark)
        if self._begins_document_marker():
            return None
        if first_break != "\n":  # YAML keeps the rare ends of lines, U+2028 and U+2029
            return [first_break, *further_breaks]
        return further_breaks or [" "]

    def _scan_empty_lines(self, indent: int, start_mark: Any) -> list[str]:
        """Skip empty lines and the blanks of the next line, and return the ends of the lines.

        The arguments are those of `scan_plain_spaces`.

        Raises:
            ScannerError: a tab stands before the column `indent`.
        """
        breaks: list[str] = []
        while not self._begins_document_marker() and (letter := self.peek()) in _BLANKS + _BREAKS:
            if letter == "\t" and self.column < indent:
                problem = "found a tab character that violates indentation"
                raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
            if letter in _BLANKS:
                self.forward()
            else:
                breaks.append(self.scan_line_break())  # type: ignore[no-untyped-call]
        return breaks

    def _begins_document_marker(self) -> bool:
        """Return whether a line begins here with ``---`` or ``...``, which ends a document."""
        return self.column == 0 and self.prefix(3) in ("---", "...") and self.peek(3) in _AFTER_WORD

    def fetch_stream_end(self) -> None:
        """End the text at the beginning of a line, even if no end of a line stands before it.

        There libyaml ends it, so errors at the end of a text have the same line and column.
        """
        if self.column:
            self.column = 0
            self.line += 1
        super().fetch_stream_end()

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        """Return what the letters after ``|`` and ``>`` say: whether ends of lines are kept, and the indent.

        Raises:
            ScannerError: the indent is 0.
        """
        keeps_ends: bool | None = None
        indent: int | None = None
        for _ in range(2):  # one letter for each at most, in any order: |+2 or |2+
            letter = self.peek()
            if keeps_ends is None and letter in "+-":
                keeps_ends = letter == "+"
            elif indent is None and letter in "0123456789":
                indent = int(letter)
            else:
                break
            if indent == 0:
                problem = "expected indentation indicator in the range 1-9, but found 0"
                raise ScannerError("while scanning a block scalar", start_mark, problem, self.get_mark())
            self.forward()
        return keeps_ends, indent

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """Skip what follows the letters after ``|`` and ``>``: blanks and a comment."""
        while self.peek() in _BLANKS:
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[str], int, Any]:
        """Skip the blanks and empty lines before a block of text; return the line ends, the widest indent and the end.

        Raises:
            ScannerError: a tab indents the block.
        """
        start_mark = self.get_mark()
        result: tuple[list[str], int, Any] = super().scan_block_scalar_indentation()
        self._refuse_tab(start_mark)
        return result

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[str], Any]:
        """Skip the empty lines in a block of text and the indent after them; return the line ends and where they end.

        Raises:
            ScannerError: a tab stands where the block is indented.
        """
        start_mark = self.get_mark()
        result: tuple[list[str], Any] = super().scan_block_scalar_breaks(indent)
        if self.column < indent:
            self._refuse_tab(start_mark)
        return result

    def _refuse_tab(self, start_mark: Any) -> None:
        """Raise ScannerError if a tab stands here, where a block of text is indented."""
        if self.peek() == "\t":
            problem = "found a tab character where an indentation space is expected"
            raise ScannerError("while scanning a block scalar", start_mark, problem, self.get_mark())

    def scan_flow_scalar(self, style: str) -> ScalarToken:
        """Return the text in quotes that begins here.

        PyYAML accepts an escape of half a character (a surrogate), and crashes at an escape beyond the last character.
        Both are refused here, as by libyaml.

        Raises:
            ScannerError: the text is wrong, as where an escape stands for no character.
        """
        if style == '"':
            for escape in _ESCAPE.finditer(self.buffer, self.pointer + 1):
                if escape[0] == '"':
                    break
                code = int(escape[1] or escape[2] or "0", 16)  # of \uXXXX or \UXXXXXXXX; 0 for any other escape
                is_half_character = 0xD800 <= code <= 0xDFFF
                if is_half_character or code > sys.maxunicode:
                    start_mark = self.get_mark()
                    digits_index = escape.start() + len("\\u")  # there libyaml reports the error
                    self.forward(digits_index - self.pointer)
                    problem = "found invalid Unicode character escape code"
                    raise ScannerError("while parsing a quoted scalar", start_mark, problem, self.get_mark())
        token: ScalarToken = super().scan_flow_scalar(style)
        return token

    def process_empty_scalar(self, mark: Any) -> Any:
        """Return the event of an empty value; within brackets and braces it stands where the next sign begins.

        So libyaml locates it; PyYAML locates it behind the colon or comma before it.
        """
        if "_flow_" in self.state.__name__:  # the parser's state within brackets, such as parse_flow_mapping_value
            mark = self.peek_token().start_mark  # type: ignore[no-untyped-call]
        return super().process_empty_scalar(mark)
