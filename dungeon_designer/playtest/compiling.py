"""Functions that numba compiles where it is installed; without it they run as they stand, with the same results.

What is compiled is kept on disk, in a folder of the user's own that is named after the content of all it is made of.
(numba's own cache does not see that a function in another file changed, and a damaged file ends it.) Where no folder
can be written, it is compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from dungeon_designer.errors import WriteError
from dungeon_designer.text.writing import write_file

try:
    import fcntl
except ImportError:  # Windows: there each process compiles for itself
    fcntl = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., object])

try:
    import numba
    from numba.core import config
except ImportError:  # the extra `playtest` brings it
    COMPILED = False
else:
    _config: Any = config
    _njit: Any = numba.njit
    COMPILED = not _config.DISABLE_JIT
"""Whether games are played by compiled functions."""


def compiled(function: Function) -> Function:
    """The function, compiled when another compiled one first calls it; as it is where numba is missing or off.

    Compiled, it has no way in from Python: only what is an `entrance` may be called from there.
    """
    made: Function = _without_literals(_made(function, inner=True)) if COMPILED else function
    return made


def entrance(function: Function) -> Function:
    """The same for a function that Python itself calls; what it is made of is kept on disk with it."""
    made: Function = _made(function, inner=False) if COMPILED else function
    return made


def _made(function: Function, inner: bool) -> Any:
    options: dict[str, Any] = {
        "no_cpython_wrapper": inner,
        "no_cfunc_wrapper": True,
        "error_model": "numpy",
        "_nrt": not inner,
        "pipeline_class": _compilers()[0 if inner else 1],
    }
    made = _njit(**options)(function)
    if not inner and (folder := own_folder()):
        made._cache = CompiledCache(folder, function.__name__)
    return made


@lru_cache
def _compilers() -> tuple[Any, Any]:
    """What compiles a `compiled` function and what an `entrance`.

    numba links everything that a function calls into it and optimises that, function by function: what lies ten calls
    deep is optimised ten times. Here a function stays as it stands, and an entrance optimises all it is made of, once.
    """
    from numba.core import codegen

    library_of_numba: Any = codegen.JITCodeLibrary

    class _Inner(library_of_numba):  # type: ignore[misc]
        def finalize(self) -> None:
            for library in self._linking_libraries:
                if not isinstance(library, _Inner):  # numba's own, for `int` and the like
                    self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._finalize_final_module()

    class _Whole(library_of_numba):  # type: ignore[misc]
        def finalize(self) -> None:
            for library in self._linking_libraries:  # it grows by what each of them calls
                known = self._linking_libraries
                known += [one for one in library._linking_libraries if one not in known]
            super().finalize()

        def _optimize_final_module(self) -> None:
            for function in self._final_module.functions:
                if function.linkage.name == "linkonce_odr":
                    function.linkage = "internal"  # nobody else calls it, so arguments it has no use for can go
            super()._optimize_final_module()

    return _compiler(_Inner), _compiler(_Whole)


def _compiler(library: Any) -> Any:
    """A compiler that puts what it makes of a function into such a library."""
    from numba.core import compiler

    compiler_of_numba: Any = compiler.Compiler

    class _Made(compiler_of_numba):  # type: ignore[misc]
        def define_pipelines(self) -> Any:
            self.state.library = library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
            return super().define_pipelines()

    return _Made


def _without_literals(made: Any) -> Any:
    """A compiled function of which there is one version for all integers.

    numba makes one for each constant that is passed, which here would take four times as long to compile.
    """
    from numba.core import types

    unliteral: Any = types.unliteral

    given = made.get_call_template

    def template(args: Any, kws: Any) -> Any:
        return given(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})

    made.get_call_template = template
    return made


class CompiledCache:
    """The versions of one function on disk, in numba's stead: each is a file that begins with the checksum of the rest.

    What is missing or damaged is compiled. While one process compiles, others wait for what it keeps.
    """

    cache_path = ""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder, self._name = folder, name
        self._lock: int | None = None

    def load_overload(self, signature: object, target: Any) -> Any:
        """A version as it was compiled before, for just this processor; None where it is to be compiled."""
        target.refresh()
        file = self._file(signature, target.codegen())
        if (found := _rebuilt(file, target)) is None and self._lock is None and fcntl is not None:
            with suppress(OSError):
                self._lock = os.open(self._folder, os.O_RDONLY)
                fcntl.flock(self._lock, fcntl.LOCK_EX)
                if (found := _rebuilt(file, target)) is not None:
                    self._free()
        return found

    def save_overload(self, signature: object, made: Any) -> None:
        """Keep what was compiled, if the disk has room for it."""
        from numba.core import serialize

        as_bytes: Any = serialize.dumps
        data = as_bytes(made._reduce())
        with suppress(WriteError):
            write_file(self._file(signature, made.library.codegen), hashlib.sha256(data).digest() + data)
        self._free()

    def _free(self) -> None:
        """Let the others look."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _file(self, signature: object, codegen: Any) -> Path:
        makers = (sys.version, numba.__version__, codegen.magic_tuple())
        return self._folder / f"{self._name}-{hashlib.sha256(repr((signature, makers)).encode()).hexdigest()[:16]}"


def _rebuilt(file: Path, target: Any) -> Any:
    """What a file holds, or None; nothing of it is used unless all is as it was written."""
    from numba.core import compiler

    result_of_numba: Any = compiler.CompileResult
    try:
        data = file.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    return result_of_numba._rebuild(target, *pickle.loads(data[32:]))  # noqa: S301 - the folder is the user's own


@lru_cache
def own_folder() -> Path | None:
    """Where compiled functions of just this content are kept; None where no folder is the user's alone.

    What lies there is run, so it is an absolute one that nobody else may write into.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        content = path.read_bytes()
        if b"@compiled" in content or path.name in ("state.py", "compiling.py"):
            digest.update(content)
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
