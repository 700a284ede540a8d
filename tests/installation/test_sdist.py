"""The source archive: everything `make test` needs is in it."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.soak import FULL, soak

ROOT = Path(__file__).parents[2]

LEFT_OUT = {".gitignore"}
"""What only a clone needs; hatchling adds the first by itself."""


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The source archive of this tree, unpacked."""
    out = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, ROOT]
    subprocess.run(command, check=True, capture_output=True, cwd=out)
    (built,) = out.glob("*.tar.gz")
    with tarfile.open(built) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 knows none
        packed.extractall(out)  # noqa: S202 - our own
    (folder,) = (path for path in out.iterdir() if path.is_dir())
    return folder


def list_tracked_files():
    """Return the files under version control; none where this is itself an unpacked archive."""
    done = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    return (
        {name for name in done.stdout.decode().split("\0") if (ROOT / name).is_file()} if not done.returncode else set()
    )


def test_the_archive_holds_every_tracked_file(archive):
    """Sources, tests, examples, tiles, documents and scripts: whatever is tracked is in the archive."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: there is no list of tracked files")
    there = {path.relative_to(archive).as_posix() for path in archive.rglob("*") if path.is_file()}
    assert list_tracked_files() - LEFT_OUT <= there


@soak
@pytest.mark.skipif(not FULL, reason="runs the whole suite a second time: make soak")
def test_the_archives_own_tests_pass(archive):
    """`make test` passes in the unpacked archive, which is no clone."""
    done = subprocess.run(["make", "test"], cwd=archive, capture_output=True, text=True, timeout=3600, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
