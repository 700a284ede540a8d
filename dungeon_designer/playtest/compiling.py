"""Compile the functions of a match with numba, where numba is installed.

Without numba the functions run uncompiled, with the same results.

numba keeps the compiled code on disk, in a folder of the user that is named after a checksum of all sources, because
numba does not notice a change of a function in another file and fails on a damaged file. Where no folder can be
written, each process compiles anew.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from dungeon_designer.playtest import compile_helpers
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
except ImportError:  # numba comes with the extra `playtest`
    COMPILED = False
else:
    COMPILED = not numba.config.DISABLE_JIT
"""True if matches are played by compiled functions."""

MAX_INLINE_BYTES = 500
"""Bytes of Python bytecode up to which a compiled function becomes a part of each caller; a larger function is called.

numba puts what a function calls into the function and optimises the result again, at every level of calls. Without this
limit compiling takes several times as long. A large function is compiled once, and its callers know only its name.
"""
_NUMBA_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}  # no division by zero, no new arrays
_COMPILER_FILES = "state.py", "compiling.py", "compile_helpers.py", "game_type.py"  # they change compiled code
_NAMES_FILE = "names"  # file: a checksum of the folder, then the names of the functions in it

_originals: dict[int, tuple[Any, Any]] = {}  # compiled object and Python function, by the id of the former
_compiled: dict[Any, Any] = {}  # compiled in this process: entry points by function, large functions by symbol

ProgressCallback = Callable[[int, int], None]
"""Receives how many of how many functions are compiled."""


def jit(function: Function) -> Function:
    """Return a function that numba compiles when another compiled function calls it (decorator).

    A function of more than MAX_INLINE_BYTES is compiled once and called by its name; a smaller one becomes a part of
    each caller. The parameters are a Game, whole numbers and truth values, and for a small function also arrays. The
    compiled function cannot be called from Python; only a `jit_entry_point` can. Without numba the function is returned
    unchanged.

    For a large function numba gets an `ExternalFunction`: only the name and the types of parameters and result, which
    suffice to compile callers. The Python function is kept in `_originals`, to be compiled under this name later.
    """
    if not COMPILED:
        return function
    if len(function.__code__.co_code) > MAX_INLINE_BYTES and None not in (type_list := _list_types(function)):
        external: Any = types.ExternalFunction(_name_symbol(function), type_list[-1](*type_list[:-1]))
        _originals[id(external)] = external, function
        return external  # type: ignore[no-any-return]
    return jit_inline(function)


def jit_inline(function: Function) -> Function:
    """Return a function that numba compiles as a part of each caller, however large it is (decorator).

    This is for the few large functions that are called most often. Without numba the function is returned unchanged.
    """
    if not COMPILED:
        return function
    inlined = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_NUMBA_OPTIONS)(function)
    _originals[id(inlined)] = inlined, function
    return inlined  # type: ignore[no-any-return]


def jit_entry_point(function: Function) -> Function:
    """Return a compiled function that Python itself can call (decorator).

    The function's arrays are a `Row` or a `Table` of 64-bit numbers. The function is compiled at its first call.
    Without numba the function is returned unchanged.
    """
    if not COMPILED:
        return function
    from dungeon_designer.playtest.game_type import GameAddress, build_array_table

    @wraps(function)
    def call_compiled(*arguments: Any) -> Any:
        """Call the machine code, compiled if that is needed, with each `Game` as the address of its table of arrays."""
        compile_all(call_compiled)
        machine_code = _compiled[function]
        tables = [build_array_table(argument) for argument in arguments if isinstance(argument, Game)]
        addresses = iter([GameAddress(table.ctypes.data) for table in tables])
        return machine_code(*(next(addresses) if isinstance(argument, Game) else argument for argument in arguments))

    _originals[id(call_compiled)] = call_compiled, function
    return call_compiled  # type: ignore[return-value]


def find_original(function: Any) -> Any:
    """Return the uncompiled Python function behind an object that `jit` or one of its kind returned.

    Any other object is returned unchanged.
    """
    return _originals.get(id(function), (function, function))[1]


def compile_all(function: Callable[..., object], report_progress: ProgressCallback = lambda done, count: None) -> None:
    """Compile an entry point and all functions that it calls, unless that was done before; without numba do nothing.

    Args:
        function: a function decorated with `jit_entry_point`
        report_progress: is called before each function that must be compiled, with the number of functions that are
            ready and the number of all
    """
    if COMPILED:
        _compile_entry_point(find_original(function), report_progress)


def _compile_entry_point(function: Any, report_progress: ProgressCallback) -> Any:
    """Return the compiled form of an entry point: from this process, from the cache folder, or newly compiled.

    The cache folder is locked meanwhile, so other processes wait and then read what this one wrote. If the folder fails
    (full disk, damaged file), the folder is emptied and the function is compiled without a folder.
    """
    if function not in _compiled:
        folder = find_cache_folder()
        with _lock_folder(folder):
            try:
                _compiled[function] = _compile_in_folder(folder, function, report_progress)
            except Exception:  # a full disk, or any error from a damaged file
                _empty_folder(folder)
                _compiled[function] = _compile_in_folder(None, function, report_progress)
    return _compiled[function]


def _compile_in_folder(folder: Path | None, function: Any, report_progress: ProgressCallback) -> Any:
    """Return an entry point compiled with numba's cache in a folder, or without a cache if the folder is None.

    Each large function that the entry point calls is compiled first and registered under its symbol, the name by which
    the others are linked to it. Many functions are compiled by helper processes, where that is possible. Then the names
    of all functions in the folder are written with a checksum of the folder.
    """
    known_names = _read_names(folder)
    called_functions = list(_walk_large_callees(function, set()))
    originals = [*(original for _, original in called_functions), function]
    ready_names = known_names | _let_helpers_compile(folder, originals, known_names, report_progress)
    with _use_folder(folder), _without_negative_indices():
        for number, (external, original) in enumerate([*called_functions, (None, function)]):
            if _name_symbol(original) not in ready_names:
                report_progress(number, len(originals))
                _compile_inlined(original)
            if external is None:
                entry = _compile_for_python(original, folder)
            elif external.symbol not in _compiled:
                _compiled[external.symbol] = numba.cfunc(external.sig, cache=bool(folder), **_NUMBA_OPTIONS)(original)
                llvmlite.binding.add_symbol(external.symbol, _compiled[external.symbol].address)
    all_names = known_names | set(map(_name_symbol, originals))
    if folder and all_names != known_names:
        text = "\n".join(sorted(all_names)).encode()
        write_file(folder / _NAMES_FILE, _compute_checksum(folder, text) + text)
    return entry


def _let_helpers_compile(
    folder: Path | None, originals: list[Any], known_names: set[str], report_progress: ProgressCallback
) -> set[str]:
    """Have helper processes compile the functions that the folder lacks, and return the names of what they compiled.

    The names are none if this process compiles them sooner alone, or if there is no folder to hand them over in.
    """
    missing = [original for original in originals if _name_symbol(original) not in known_names]
    if folder is None or not compile_helpers.can_help(missing):
        return set()
    ready_count = len(originals) - len(missing)
    report_progress(ready_count, len(originals))

    def report_done(count: int) -> None:
        """Report the functions of all helpers together."""
        report_progress(ready_count + count, len(originals))

    shares = compile_helpers.split_functions(missing, _measure_work)
    compiled = compile_helpers.compile_with_helpers(folder, shares, originals[-1], report_done)
    return set(map(_name_symbol, compiled))


def _measure_work(functions: Iterable[Any]) -> int:
    """Return how much Python bytecode must be compiled for functions: their own, and that of all they inline."""
    all_functions = {each for function in functions for each in (function, *_list_inlined(function))}
    return sum(len(function.__code__.co_code) for function in all_functions)


def compile_share(folder: str, names: list[list[str]]) -> None:
    """Compile a share of the functions that an entry point calls into a cache folder, and print a line for each.

    This is what a helper process does. It cannot call the functions, because they are not linked to each other.

    Args:
        folder: the folder, which the process that waits has locked
        names: the module and name of the entry point, then those of the functions
    """
    (module, entry_name), *share_names = names
    entry_point = find_original(getattr(import_module(module), entry_name))
    called_functions = list(_walk_large_callees(entry_point, set()))
    for external, _ in called_functions:
        llvmlite.binding.add_symbol(external.symbol, id(external))  # any address will do, because nothing is called
    with _use_folder(Path(folder)), _without_negative_indices():
        for external, original in [*called_functions, (None, entry_point)]:
            if [original.__module__, original.__qualname__] in share_names:
                _compile_inlined(original)
                if external is None:
                    _compile_for_python(original, Path(folder))
                else:
                    numba.cfunc(external.sig, cache=True, **_NUMBA_OPTIONS)(original)
                print(original.__qualname__, flush=True)  # fails if nobody waits any more, which ends this process


def _compile_for_python(function: Any, folder: Path | None) -> Any:
    """Return a function compiled for calls from Python, read from the cache folder if that has it."""
    signature = tuple(_list_types(function)[:-1])
    return numba.njit(signature, cache=bool(folder), **_NUMBA_OPTIONS | {"_nrt": True})(function)


@contextmanager
def _use_folder(folder: Path | None) -> Iterator[None]:
    """Make numba keep its cache in a folder while the context lasts."""
    old_cache_folder = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        yield
    finally:
        numba.config.CACHE_DIR = old_cache_folder


@contextmanager
def _without_negative_indices() -> Iterator[None]:
    """Make numba compile each index as a number from 0 on while the context lasts.

    As in Python, a negative index would count from the end. No index of a match is negative, and to ask that at each
    access takes a seventh of the time of a match. numba has no option for it, so its function is replaced. A version of
    numba without this function compiles as usual: matches are the same, only slower.
    """
    from numba.np import arrayobj

    def cast_index(context: Any, builder: Any, index_type: Any, index: Any, size: Any) -> Any:
        """Generate the code that widens an index to 64 bits; in place of numba's `fix_integer_index`."""
        return context.cast(builder, index, index_type, types.intp if index_type.signed else types.uintp)

    old_function = getattr(arrayobj, "fix_integer_index", None)
    if old_function is None:
        yield
        return
    arrayobj.fix_integer_index = cast_index
    try:
        yield
    finally:
        arrayobj.fix_integer_index = old_function


def _name_symbol(function: Callable[..., object]) -> str:
    """Return the name under which a large compiled function is linked: module, dot, qualified name."""
    return f"{function.__module__}.{function.__qualname__}"


def _list_types(function: Callable[..., object]) -> list[Any]:
    """Return numba's types of a function's parameters, then of its return value; None for a type that is not known.

    Types are read from the names in the annotations, so each parameter needs one. Truth values count as whole numbers.
    """
    from dungeon_designer.playtest.game_type import GAME

    row, table = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    type_by_name = {
        "Game": GAME,
        "int": types.int64,
        "bool": types.int64,
        "Row": row,
        "Table": table,
        "None": types.none,
    }
    return [type_by_name.get(name) for name in function.__annotations__.values()]


def _find_callees(function: Callable[..., object]) -> list[tuple[Any, Any]]:
    """Return a pair for each compiled function that a function calls: the compiled object and its Python original.

    They are found by the global names in the function's bytecode.
    """
    globals_used = [function.__globals__.get(name) for name in function.__code__.co_names]
    return [_originals[id(value)] for value in globals_used if id(value) in _originals]


def _walk_large_callees(function: Callable[..., object], seen: set[int]) -> Iterator[tuple[Any, Any]]:
    """Yield the large functions that a function calls, directly or not, each with its Python original.

    A large function is compiled on its own; its callers know it as an `ExternalFunction` of numba. Small functions are
    compiled as a part of their callers: they are searched, but not yielded. Callees come before their callers.

    Args:
        function: the Python function to start from
        seen: ids of the compiled objects that were visited; is added to
    """
    for compiled_object, original in _find_callees(function):
        if id(compiled_object) not in seen:
            seen.add(id(compiled_object))
            yield from _walk_large_callees(original, seen)
            is_large = isinstance(compiled_object, types.ExternalFunction)
            if is_large:
                yield compiled_object, original


@cache
def _list_inlined(function: Callable[..., object]) -> tuple[Any, ...]:
    """Return the small functions that become parts of a function, directly or not, as Python functions."""
    found: dict[Any, None] = {}
    pending = [function]
    while pending:
        for compiled_object, original in _find_callees(pending.pop()):
            if not isinstance(compiled_object, types.ExternalFunction) and original not in found:
                found[original] = None
                pending.append(original)
    return tuple(found)


def _compile_inlined(function: Callable[..., object]) -> None:
    """Compile the small functions that become parts of a function, each once, for the types in its annotations.

    Otherwise numba would compile each of them again for every constant argument.
    """
    for inlined, original in _find_callees(function):
        if not isinstance(inlined, types.ExternalFunction) and original not in _compiled:
            _compiled[original] = inlined
            _compile_inlined(original)
            parameter_types = _list_types(original)[:-1]
            if None not in parameter_types:
                inlined.compile(tuple(parameter_types))
                inlined.disable_compile()


@contextmanager
def _lock_folder(folder: Path | None) -> Iterator[None]:
    """Lock the cache folder for this process alone while the context lasts.

    Without a folder (None), or where the system has no such locks, nothing is locked.
    """
    descriptor = None
    if folder is not None and fcntl is not None:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _read_names(folder: Path | None) -> set[str]:
    """Return the symbols of the compiled functions that the cache folder holds; empty for None.

    If any file differs from what was written, empty the folder and return an empty set.
    """
    if folder is None:
        return set()
    with suppress(OSError):
        data = (folder / _NAMES_FILE).read_bytes()
        if data[:32] == _compute_checksum(folder, data[32:]):
            return set(data[32:].decode().split("\n"))
    _empty_folder(folder)
    return set()


def _compute_checksum(folder: Path, text: bytes) -> bytes:
    """Return the SHA-256 digest of a list of names and of all files of numba's cache in a folder (32 bytes).

    Args:
        text: the names, as they are written after the digest
    """
    digest = hashlib.sha256(text)
    for path in sorted(folder.rglob("*.nb*")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.digest()


def _empty_folder(folder: Path | None) -> None:
    """Remove everything in a folder, which itself stays; do nothing for None."""
    for path in folder.iterdir() if folder else ():
        shutil.rmtree(path) if path.is_dir() else path.unlink()


@lru_cache
def find_cache_folder() -> Path | None:
    """Return the folder for compiled functions of exactly these sources, or None if no private folder can be had.

    It is created if needed. The files in the folder are executed as code. So the path must be absolute, and nobody else
    may write into the folder.
    """
    versions = sys.version, numba.__version__, llvmlite.binding.get_host_cpu_name(), __file__
    digest = hashlib.sha256(repr(versions).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        content = path.read_bytes()
        if b"@jit" in content or path.name in _COMPILER_FILES:
            digest.update(b"%d" % path.stat().st_mtime_ns + content)  # numba ignores its cache for a file that is newer
    cache_roots = os.environ.get("XDG_CACHE_HOME", ""), os.path.expanduser("~/.cache")
    cache_root = next((Path(place) for place in cache_roots if os.path.isabs(place)), None)
    if cache_root is None:
        return None
    program_folder = cache_root / "dungeon-designer"
    folder = program_folder / f"playtest-{digest.hexdigest()[:16]}"
    try:
        cache_root.mkdir(parents=True, exist_ok=True)
        for path in (program_folder, folder):
            path.mkdir(mode=0o700, exist_ok=True)
        program_folder.chmod(0o700)  # older versions created it with the mode of the umask
        folder_states = [path.lstat() for path in (program_folder, folder)]
    except OSError:
        return None
    is_private = all(stat.S_ISDIR(state.st_mode) and not state.st_mode & 0o022 for state in folder_states)
    is_owned = not hasattr(os, "getuid") or {state.st_uid for state in folder_states} == {os.getuid()}
    return folder if is_private and is_owned else None
