"""Build the manual as a site while a wheel is built, and put it into the wheel: F1 in the editor opens it.

Hatchling calls this hook, for `pip install .` as well. An editable installation needs none: there the editor shows the
pages of docs/, or the site that `make docs` has built.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SiteBuildHook(BuildHookInterface[Any]):
    """The hook that adds the site of the manual to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the site into a temporary folder and list it among the files of the wheel.

        Args:
            version: "standard", or "editable" for an installation that runs from this folder.
            build_data: what hatchling puts into the wheel; `force_include` maps folders to their places there.
        """
        if version == "editable":
            return
        sys.path.insert(0, self.root)  # the project's folder, which is not on the path of an isolated build
        from scripts.build_site import build_site

        self._folder = Path(tempfile.mkdtemp())
        build_site(self._folder / "site")
        build_data["force_include"][str(self._folder / "site")] = "dungeon_designer/site"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder after the wheel was written."""
        if version != "editable":
            shutil.rmtree(self._folder, ignore_errors=True)
