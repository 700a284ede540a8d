"""A copy of the whole tree in which somebody follows CONTRIBUTING.md, and what it comes to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = Path(__file__).with_name("samples")
LEFT_OUT = shutil.ignore_patterns(".*", "out", "build", "dist", "mutants")
PATIENCE = 600
"""Seconds for any one command on a busy machine."""


class Checkout:
    """The copy; `changed` are the files that differ from the tree it was made of."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
        self._before = self._files()

    @property
    def changed(self) -> set[str]:
        """The files that are new, gone or different, as paths from the root."""
        now = self._files()
        return {path for path in now.keys() | self._before.keys() if now.get(path) != self._before.get(path)}

    def add(self, path: str, sample: str) -> None:
        """Write a new file, which a sample holds."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        assert not (self.folder / path).exists()
        shutil.copyfile(SAMPLES / sample, self.folder / path)

    def edit(self, path: str, old: str, new: str) -> None:
        """Put something else for what stands once in a file."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path}: {old!r} stands there {text.count(old)} times"
        (self.folder / path).write_text(text.replace(old, new), encoding="utf-8")

    def append(self, path: str, more: str) -> None:
        """Write something at the end of a file."""
        with (self.folder / path).open("a", encoding="utf-8") as file:
            file.write(more)

    def python(self, *arguments: str) -> str:
        """What a call of Python in the copy prints; it must end well."""
        kept = {name: value for name, value in os.environ.items() if name not in ("DUNGEON_SOAK", "PYTEST_ADDOPTS")}
        environment = {**kept, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""}  # compiled once for all
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, f"{' '.join(arguments)}\n{done.stdout[-5000:]}\n{done.stderr[-3000:]}"
        return done.stdout

    def program(self, *arguments: str) -> str:
        """What the program says in the copy."""
        return self.python("-m", "dungeon_designer", *arguments)

    def tested(self, *arguments: str) -> None:
        """Tests of the copy pass, and there are some."""
        told = self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *arguments)
        assert "." in told

    def linted(self) -> None:
        """The linter takes what was written, formatted as all else is."""
        written = sorted(path for path in self.changed if path.endswith(".py"))
        self.python("-m", "ruff", "check", "--no-cache", *written)
        self.python("-m", "ruff", "format", "--no-cache", "--check", *written)

    def follow(self, heading: str, without: str = "") -> None:
        """Call whatever a section of CONTRIBUTING.md has called; then exactly the files it names have changed.

        A call that takes long and writes what is there already may be left out.
        """
        section = self._section(heading)
        calls = re.findall(r"`((?:make|python -m) [\w.]+)`", section)
        assert not without or without in calls
        for call in calls:
            for arguments in self._calls(call) if call != without else ():
                self.python(*arguments)
        named = {re.sub(r"<\w+>", "*", path) for path in re.findall(r"`((?:[\w.<>-]+/)+[\w.<>-]*)`", section)}
        patterns = {f"{path}*" if path.endswith("/") else path for path in named}
        strange = {path for path in self.changed if not any(fnmatchcase(path, pattern) for pattern in patterns)}
        assert not strange, f"CONTRIBUTING.md does not name {sorted(strange)}"

    def _section(self, heading: str) -> str:
        text = (self.folder / "CONTRIBUTING.md").read_text(encoding="utf-8")
        (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        return str(section)

    def _calls(self, call: str) -> list[list[str]]:
        """What a call named there does, as arguments of Python; of a make target the lines that write files."""
        if call.startswith("python"):
            return [call.split()[1:]]
        target = call.split()[1]
        makefile = (self.folder / "Makefile").read_text(encoding="utf-8")
        (recipe,) = re.findall(rf"^{target}:.*\n((?:\t.*\n)*)", makefile, re.MULTILINE)
        lines = recipe.replace("$(RUN)", "$(PY) -m dungeon_designer").splitlines()
        writing = re.compile(r"\t\$\(PY\) (-m (?:scripts|dungeon_designer)\b.*)")
        found = [match[1] for line in lines if (match := writing.fullmatch(line))]
        return [[part.strip('"') for part in re.findall(r'"[^"]*"|\S+', line)] for line in found]

    def _files(self) -> dict[str, bytes]:
        """Every file by its path, but for what caches leave."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        paths = {path: path.relative_to(self.folder) for path in found}
        return {
            relative.as_posix(): path.read_bytes()
            for path, relative in paths.items()
            if not any(part.startswith(".") or part == "__pycache__" for part in relative.parts)
            and relative.parts[0] != "site"  # the built manual, which git ignores
        }
