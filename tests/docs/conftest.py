"""The manual's site, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.build_site import build_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual as a site, strictly built."""
    folder = tmp_path_factory.mktemp("built") / "site"
    build_site(folder)
    return folder
