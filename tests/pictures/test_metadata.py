"""A copy of a picture holds its pixels and its colours, but not what a camera or a program wrote about it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageCms, PngImagePlugin

from dungeon_designer.pictures.copying import copy_picture
from dungeon_designer.pictures.decoding import decode_file
from dungeon_designer.pictures.metadata import UnknownStructureError, remove_metadata

PLACE = "Seven Snotlings Lane"
KINDS = ("JPEG", "progressive JPEG", "JPEG in CMYK", "PNG", "PNG with a palette", "WEBP")


def build_photo(kind: str, orientation: int) -> bytes:
    """Return a photo whose metadata name a place, in all ways that its format has."""
    dice = Random(1)  # noqa: S311 - colours
    picture = Image.new("RGB", (40, 30))
    picture.putdata([(dice.randrange(256), x // 5, dice.randrange(99)) for x in range(1200)])
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = orientation, PLACE
    options = {"exif": exif, "icc_profile": ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()}
    image_format = "JPEG" if "JPEG" in kind else kind.partition(" ")[0]
    if image_format == "JPEG":
        options |= {"comment": PLACE, "xmp": f"<x>{PLACE}</x>".encode(), "progressive": "progressive" in kind}
    elif image_format == "PNG":
        options["pnginfo"] = PngImagePlugin.PngInfo()
        options["pnginfo"].add_text("Comment", PLACE)
        options["pnginfo"].add_itxt("XML:com.adobe.xmp", PLACE)
    else:
        options["xmp"] = f"<x>{PLACE}</x>".encode()
    if "CMYK" in kind:
        picture = picture.convert("CMYK")
        del options["icc_profile"]
    if "palette" in kind:
        picture = picture.quantize(16)
    stream = BytesIO()
    picture.save(stream, image_format, **options)
    return stream.getvalue()


@pytest.mark.parametrize("orientation", [1, 3, 6])
@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_has_the_pixels_and_not_the_place(kind: str, orientation: int, tmp_path: Path) -> None:
    """The copy beside the dungeon looks the same, upright as well, and the place is nowhere in it."""
    (tmp_path / "dungeon").mkdir()
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(build_photo(kind, orientation))
    assert PLACE.encode() in photo.read_bytes()
    copy = tmp_path / "dungeon" / copy_picture(photo, tmp_path / "dungeon")
    assert PLACE.encode() not in copy.read_bytes()
    assert decode_file(str(copy)) == decode_file(str(photo))
    assert Image.open(BytesIO(copy.read_bytes())).info.get("icc_profile") == Image.open(
        BytesIO(photo.read_bytes())
    ).info.get("icc_profile")
    assert copy_picture(photo, tmp_path / "dungeon") == copy.name


def test_what_follows_the_end_of_a_picture_is_left_out() -> None:
    """Phones append a second picture with metadata of its own behind the end of the first."""
    photo = build_photo("JPEG", 1)
    assert remove_metadata(photo + photo) == remove_metadata(photo)


@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_picture_is_told_apart(kind: str) -> None:
    """A picture that ends anywhere within has no known structure; nothing else is raised."""
    photo = build_photo(kind, 6)
    for length in range(0, len(photo) - 1, 7):
        with pytest.raises(UnknownStructureError):
            remove_metadata(photo[:length])


def test_a_picture_of_unknown_structure_is_encoded_anew(tmp_path: Path) -> None:
    """A WebP with a stray byte at its end can be drawn, so its copy is the same picture without the place."""
    (tmp_path / "dungeon").mkdir()
    photo = tmp_path / "photo.webp"
    photo.write_bytes(build_photo("WEBP", 6) + b"x")
    copy = tmp_path / "dungeon" / copy_picture(photo, tmp_path / "dungeon")
    assert (copy.name, Image.open(BytesIO(copy.read_bytes())).size) == ("photo.jpg", (30, 40))
    assert PLACE.encode() not in copy.read_bytes()
