"""Functions that numba compiles where it is installed; without it they run as they stand, with the same results.

What is compiled is kept on disk by numba, in a folder of the user's own that is named after the content of all it is
made of. (numba does not see that a function in another file changed, and a damaged file ends it.) Where no folder can
be written, it is compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from dungeon_designer.playtest.state import Game
from dungeon_designer.text.writing import write_file

try:
    import fcntl
except ImportError:  # Windows: there each process compiles for itself
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., object])

try:
    import llvmlite.binding
    import numba
    from numba import types
except ImportError:  # the extra `playtest` brings it
    COMPILED = False
else:
    COMPILED = not numba.config.DISABLE_JIT
"""Whether games are played by compiled functions."""

LARGE = 500
"""A function of more bytes of Python's code than this is called; a smaller one becomes a part of whoever calls it.

numba puts what a function calls into it and optimises it there again, and so at every level, which without a bound
takes several times as long. What is called is compiled once, and its callers know its name only.
"""
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}  # nothing is divided by zero, no array is made
_NAMES = "names"  # the file that says which functions a folder holds, after the checksum of that and all other files

_plain: dict[int, tuple[Any, Any]] = {}  # what stands for a compiled function, and the function, by the first one's id
_ready: dict[Any, Any] = {}  # what was compiled in this process: entrances, and large functions by name

Told = Callable[[int, int], None]
"""Hears how many of how many functions are compiled."""


def compiled(function: Function) -> Function:
    """The function, compiled before another compiled one calls it; as it is where numba is missing or off.

    Its parameters are a Game, whole numbers and truth values, of a small one arrays, too. Compiled, it has no way in
    from Python: only what is an `entrance` may be called from there.
    """
    if not COMPILED:
        return function
    if len(function.__code__.co_code) > LARGE and None not in (kinds := _kinds(function)):
        made: Any = types.ExternalFunction(_symbol(function), kinds[-1](*kinds[:-1]))
        _plain[id(made)] = made, function
        return made  # type: ignore[no-any-return]
    return part(function)


def part(function: Function) -> Function:
    """The same for one that is a part of its callers however large it is, since games ask it most of all."""
    if not COMPILED:
        return function
    made = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_OPTIONS)(function)
    _plain[id(made)] = made, function
    return made  # type: ignore[no-any-return]


def entrance(function: Function) -> Function:
    """The same for a function that Python itself calls; its arrays are a `Row` or a `Table` of 64-bit numbers."""
    if not COMPILED:
        return function
    from dungeon_designer.playtest.game_type import GameAddress, table_of

    @wraps(function)
    def call(*given: Any) -> Any:
        compile_all(call)
        made, tables = _ready[function], [table_of(each) for each in given if isinstance(each, Game)]
        addresses = iter([GameAddress(table.ctypes.data) for table in tables])
        return made(*(next(addresses) if isinstance(each, Game) else each for each in given))

    _plain[id(call)] = call, function
    return call  # type: ignore[return-value]


def plain(made: Any) -> Any:
    """The function that something stands for, as it is uncompiled; itself, if it stands for none."""
    return _plain.get(id(made), (made, made))[1]


def compile_all(function: Callable[..., object], told: Told = lambda done, of: None) -> None:
    """Have an entrance ready; `told` hears of it, unless all was compiled before."""
    if COMPILED:
        _made(plain(function), told)


def _made(function: Any, told: Told) -> Any:
    """What numba makes of an entrance and all it calls. While one process compiles, others wait for what it keeps."""
    if function not in _ready:
        folder = own_folder()
        with _alone(folder):
            try:
                _ready[function] = _made_in(folder, function, told)
            except Exception:  # a full disk, or whatever a damaged file brings about
                _empty(folder)
                _ready[function] = _made_in(None, function, told)
    return _ready[function]


def _made_in(folder: Path | None, function: Any, told: Told) -> Any:
    """The same. In the folder what is whole is read, and all else is kept."""
    kept, cache = _names_in(folder), numba.config.CACHE_DIR
    called = list(_called_by(function, set()))
    numba.config.CACHE_DIR = str(folder or "")
    try:
        for done, (made, inner) in enumerate([*called, (None, function)]):
            if _symbol(inner) not in kept:
                told(done, len(called) + 1)
                _link(inner)
            if made is None:
                entry = numba.njit(tuple(_kinds(inner)[:-1]), cache=bool(folder), **_OPTIONS | {"_nrt": True})(inner)
            elif made.symbol not in _ready:
                _ready[made.symbol] = numba.cfunc(made.sig, cache=bool(folder), **_OPTIONS)(inner)
                llvmlite.binding.add_symbol(made.symbol, _ready[made.symbol].address)
    finally:
        numba.config.CACHE_DIR = cache
    names = kept | {_symbol(inner) for _, inner in called} | {_symbol(function)}
    if folder and names != kept:
        text = "\n".join(sorted(names)).encode()
        write_file(folder / _NAMES, _checksum(folder, text) + text)
    return entry


def _symbol(function: Callable[..., object]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _kinds(function: Callable[..., object]) -> list[Any]:
    """The types of a function's parameters and of what it gives; truth values are whole numbers."""
    from dungeon_designer.playtest.game_type import GAME

    row, table = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    known = {"Game": GAME, "int": types.int64, "bool": types.int64, "Row": row, "Table": table, "None": types.none}
    return [known.get(name) for name in function.__annotations__.values()]


def _callees(function: Callable[..., object]) -> list[tuple[Any, Any]]:
    """What stands for the compiled functions that a function names, and they themselves."""
    named = [function.__globals__.get(name) for name in function.__code__.co_names]
    return [_plain[id(each)] for each in named if id(each) in _plain]


def _called_by(function: Callable[..., object], seen: set[int]) -> Iterator[tuple[Any, Any]]:
    """The large functions that a function calls, and those that they call, before them."""
    for made, inner in _callees(function):
        if id(made) not in seen:
            seen.add(id(made))
            yield from _called_by(inner, seen)
            if isinstance(made, types.ExternalFunction):
                yield made, inner


def _link(function: Callable[..., object]) -> None:
    """Compile the small functions that become a part of a function, each for whole numbers, not for each constant."""
    for made, inner in _callees(function):
        if not isinstance(made, types.ExternalFunction) and inner not in _ready:
            _ready[inner] = made
            _link(inner)
            kinds = _kinds(inner)[:-1]
            if None not in kinds:
                made.compile(tuple(kinds))
                made.disable_compile()


@contextmanager
def _alone(folder: Path | None) -> Iterator[None]:
    """Nobody else reads or writes the folder meanwhile, where the system can lock it."""
    locked = None
    if folder is not None and fcntl is not None:
        with suppress(OSError):
            locked = os.open(folder, os.O_RDONLY)
            fcntl.flock(locked, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if locked is not None:
            os.close(locked)


def _names_in(folder: Path | None) -> set[str]:
    """The functions a folder holds, if every file is as it was written; else none, and the folder is empty."""
    if folder is None:
        return set()
    with suppress(OSError):
        data = (folder / _NAMES).read_bytes()
        if data[:32] == _checksum(folder, data[32:]):
            return set(data[32:].decode().split("\n"))
    _empty(folder)
    return set()


def _checksum(folder: Path, text: bytes) -> bytes:
    """Of the names and all that numba wrote."""
    digest = hashlib.sha256(text)
    for path in sorted(folder.rglob("*.nb*")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


def _empty(folder: Path | None) -> None:
    for path in folder.iterdir() if folder else ():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@lru_cache
def own_folder() -> Path | None:
    """Where compiled functions of just this content are kept; None where no folder is the user's alone.

    What lies there is run, so it is an absolute one that nobody else may write into.
    """
    makers = sys.version, numba.__version__, llvmlite.binding.get_host_cpu_name(), __file__
    digest = hashlib.sha256(repr(makers).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        content = path.read_bytes()
        if b"@compiled" in content or path.name in ("state.py", "compiling.py", "game_type.py"):
            digest.update(b"%d" % path.stat().st_mtime_ns + content)  # numba reads nothing of a file that is newer
    places = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~/.cache")
    home = next((Path(place) for place in places if os.path.isabs(place)), None)
    if home is None:
        return None
    own = home / "dungeon-designer"
    folder = own / f"playtest-{digest.hexdigest()[:16]}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        for path in (own, folder):
            path.mkdir(mode=0o700, exist_ok=True)
        own.chmod(0o700)  # before, it was made as the umask had it
        found = [path.lstat() for path in (own, folder)]
    except OSError:
        return None
    alone = all(stat.S_ISDIR(each.st_mode) and not each.st_mode & 0o022 for each in found)
    mine = not hasattr(os, "getuid") or {each.st_uid for each in found} == {os.getuid()}
    return folder if alone and mine else None
