"""Functions that numba compiles where it is installed; without it they run as they stand, with the same results.

What is compiled is kept on disk, in a folder named after the content of all it is made of: numba does not see that a
function in another file changed. Where no folder can be written, it is compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

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
    if inner:
        return _njit(**options)(function)
    before = _config.CACHE_DIR
    _config.CACHE_DIR = _folder()
    try:
        return _njit(cache=True, **options)(function)
    except (RuntimeError, OSError):  # no folder can be written
        return _njit(**options)(function)
    finally:
        _config.CACHE_DIR = before


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


@lru_cache
def _folder() -> str:
    """Where compiled functions of just this content are kept."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        content = path.read_bytes()
        if b"@compiled" in content or path.name in ("s.py", "compiling.py"):
            digest.update(content)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "dungeon-designer", f"playtest-{digest.hexdigest()[:16]}")
