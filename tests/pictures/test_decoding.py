"""Foreign pictures: what is read, and what is refused with one line."""

import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from dungeon_designer.pictures import decoding
from dungeon_designer.pictures.decoding import PictureError, encode_bytes, encode_picture
from dungeon_designer.pictures.picture_model import PictureSource
from tests.pictures.samples import CORNER_COLOURS, draw_corners, save_bytes

LARGE = (1000, 1000)


def decode(data: bytes) -> Image.Image:
    from io import BytesIO

    return Image.open(BytesIO(data)).convert("RGB")


def is_close(pixel: object, colour: tuple[int, int, int], tolerance: int = 40) -> bool:
    return all(abs(a - b) <= tolerance for a, b in zip(pixel, colour, strict=True))  # type: ignore[call-overload]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_each_format_is_read_and_written_as_jpeg(kind):
    """PNG, JPEG and WebP are read; without transparency, a JPEG of ours comes out."""
    encoded = encode_bytes(save_bytes(draw_corners(), kind), "photo", LARGE)
    assert encoded.media_type == "image/jpeg"
    assert encoded.size == (80, 80)
    assert is_close(decode(encoded.data).getpixel((10, 10)), CORNER_COLOURS[0])
    assert is_close(decode(encoded.data).getpixel((70, 10)), CORNER_COLOURS[1])


def test_transparency_is_kept_as_png():
    """A picture with transparent pixels becomes a PNG."""
    picture = draw_corners().convert("RGBA")
    picture.putalpha(100)
    assert encode_bytes(save_bytes(picture), "photo", LARGE).media_type == "image/png"
    picture.putalpha(255)
    assert encode_bytes(save_bytes(picture), "photo", LARGE).media_type == "image/jpeg"


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_is_upright_by_its_orientation_mark(orientation):
    """However the camera was held, the picture that comes out is upright, and no mark is left in it."""
    upright = draw_corners(80, 40)
    # what the camera stored: the reverse of what the mark says is to be done
    reverse = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}
    stored = upright.transpose(Image.Transpose(reverse[orientation])) if orientation in reverse else upright
    exif = Image.Exif()
    exif[0x0112] = orientation
    encoded = encode_bytes(save_bytes(stored, "JPEG", exif=exif), "photo", LARGE)
    assert encoded.size == (80, 40)
    result = decode(encoded.data)
    corners = [result.getpixel(point) for point in ((5, 5), (75, 5), (5, 35), (75, 35))]
    assert all(map(is_close, corners, CORNER_COLOURS))


def test_no_data_about_the_photo_leaves_the_program():
    """The place where a photo was taken, comments and profiles are not in what comes out."""
    exif = Image.Exif()
    exif[0x010E] = "SECRET-DESCRIPTION"
    exif.get_ifd(0x8825)[1] = "N"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    data = save_bytes(draw_corners(), "JPEG", exif=exif, comment=b"SECRET-COMMENT", icc_profile=profile)
    for content in (data, save_bytes(decode(data), "PNG", exif=exif)):
        encoded = encode_bytes(content, "photo", LARGE).data
        assert b"SECRET" not in encoded
        assert b"Exif" not in encoded
        assert b"ICC_PROFILE" not in encoded


def test_sixteen_bits_and_cmyk_become_srgb():
    """Grey of 16 bits keeps its brightness, and CMYK its colour."""
    grey = Image.new("I;16", (20, 20), 0x8000)
    assert is_close(decode(encode_bytes(save_bytes(grey), "photo", LARGE).data).getpixel((5, 5)), (128, 128, 128), 4)
    cyan = Image.new("CMYK", (20, 20), (255, 0, 0, 0))
    pixel = decode(encode_bytes(save_bytes(cyan, "JPEG"), "photo", LARGE).data).getpixel((5, 5))
    assert is_close(pixel, (0, 255, 255), 60)


def test_no_more_pixels_than_asked_for_come_out():
    """A picture is made smaller to what is asked for, and never larger; the same input gives the same bytes."""
    data = save_bytes(draw_corners(400, 200), "JPEG")
    assert encode_bytes(data, "photo", (100, 50)).size == (100, 50)
    assert encode_bytes(data, "photo", LARGE).size == (400, 200)
    assert encode_bytes(data, "photo", (100, 50)) == encode_bytes(data, "photo", (100, 50))


def test_the_first_frame_of_a_moving_picture_counts():
    """Of a moving picture, the first frame is shown."""
    frames = [Image.new("RGB", (20, 20), colour) for colour in CORNER_COLOURS]
    data = save_bytes(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    assert is_close(decode(encode_bytes(data, "photo", LARGE).data).getpixel((5, 5)), CORNER_COLOURS[0])


def build_png_header(width: int, height: int) -> bytes:
    """Return the first bytes of a PNG that claims a size, with a few pixels."""
    header = width.to_bytes(4) + height.to_bytes(4) + bytes([8, 2, 0, 0, 0])
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    parts = [len(data).to_bytes(4) + name + data + zlib.crc32(name + data).to_bytes(4) for name, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no picture can be read"),
        (b"GIF89a" + bytes(100), "save it as PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "save it as PNG, JPEG or WebP"),
        (bytes(4) + b"ftypheic" + bytes(100), "export the photo as JPEG"),
        (build_png_header(6000, 5000), "6,000 x 5,000 pixels are too many; at most 25 million"),
        (build_png_header(60_000, 50_000), "no picture can be read"),
        (build_png_header(600, 500), "damaged"),
        (b"\xff\xd8\xff" + b"\xff\xda" * 100, "scans"),
    ],
)
def test_what_is_no_picture_is_refused_with_one_line(data, words):
    """Whatever else a file holds, the error is one line with the remedy."""
    with pytest.raises(PictureError) as caught:
        encode_bytes(data, "photo.jpg", LARGE)
    assert words in str(caught.value)
    assert str(caught.value).startswith("photo.jpg: ")
    assert "\n" not in str(caught.value)


def test_a_picture_lies_inside_its_folder(tmp_path):
    """Neither a name nor a link leads out of the folder."""
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "photo.png").write_bytes(save_bytes(draw_corners()))
    (home / "link.png").symlink_to(tmp_path / "photo.png")
    for name in ("../photo.png", str(tmp_path / "photo.png"), "link.png"):
        with pytest.raises(PictureError, match="out of its folder"):
            encode_picture(PictureSource(str(home), name), LARGE)
    (home / "photo.png").symlink_to("inner.png")
    (home / "inner.png").write_bytes(save_bytes(draw_corners()))
    assert encode_picture(PictureSource(str(home), "photo.png"), LARGE).size == (80, 80)


def test_a_missing_or_changed_file(tmp_path):
    """A missing picture is an error with the remedy; a changed file is read anew."""
    source = PictureSource(str(tmp_path), "photo.png")
    with pytest.raises(PictureError, match=r"there is no such picture; .*--pictures off"):
        encode_picture(source, LARGE)
    Path(tmp_path, "photo.png").write_bytes(save_bytes(draw_corners()))
    assert encode_picture(source, LARGE).size == (80, 80)
    Path(tmp_path, "photo.png").write_bytes(save_bytes(draw_corners(40, 40)))
    assert encode_picture(source, LARGE).size == (40, 40)


def test_a_large_file_is_refused(tmp_path, monkeypatch):
    """A file larger than the limit is not read."""
    monkeypatch.setattr(decoding, "MAX_FILE_BYTES", 100)
    Path(tmp_path, "photo.png").write_bytes(save_bytes(draw_corners()))
    with pytest.raises(PictureError, match=r"photo\.png: "):
        encode_picture(PictureSource(str(tmp_path), "photo.png"), LARGE)
