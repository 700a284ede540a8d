"""Run the `publish` command: write a season as a folder for a web host, and show it on the local network."""

from __future__ import annotations

from dataclasses import dataclass

from dungeon_designer.cli.addresses import base_option
from dungeon_designer.cli.console import print_text
from dungeon_designer.cli.options import build_command, output_option, ruleset_option, tiles_option
from dungeon_designer.cli.pack import PackCall, prepare_pack, report_pack, write_pack_website
from dungeon_designer.cli.site_server import SiteServer, find_own_address
from dungeon_designer.drawing.drawing_options import pictures_option
from dungeon_designer.drawing.themes import THEME_HELP
from dungeon_designer.errors import UsageError
from dungeon_designer.exports.export_options import with_theme
from dungeon_designer.options import argument, option


@dataclass(frozen=True, kw_only=True)
class PublishCall:
    """The options of `write_pack_website`."""

    files: tuple[str, ...] = argument("SEASON|FILES...")
    output: str = output_option("The folder; it is made if needed, and other files in it stay.", ..., metavar="DIR")
    serve: bool = option("Then show it on the local network until Ctrl+C.", False)
    port: int = option("The port of --serve; 0 takes any free one.", 8000, bounds=(0, 65535))
    theme: str = option(THEME_HELP, "", metavar="NAME|FILE.toml")
    pictures: str = pictures_option()
    ruleset: str | None = ruleset_option("The ruleset; by default the season's or the dungeon's own.")
    tiles: str | None = tiles_option()
    base: str | None = base_option()


@build_command(
    "dungeon-designer publish season.toml -o public/",
    "dungeon-designer publish season.toml -o public/ --serve",
)
def command(call: PublishCall) -> int:
    """Write a folder for any web host: an index with the schedule, a page and a picture of each dungeon, and the rules.

    Its files show nothing that is hidden. Each page is one file that a phone can keep. Over https, a browser keeps the
    whole folder at the first visit, which then works without a network.

    The exit status is that of `pack`, which writes the same into a FOLDER/.
    """
    folder = f"{call.output.rstrip('/')}/"
    pack_call = PackCall(
        files=call.files,
        output=folder,
        theme=call.theme,
        pictures=call.pictures,
        ruleset=call.ruleset,
        tiles=call.tiles,
        base=call.base,
    )
    pack = prepare_pack(pack_call)
    options = with_theme(pack_call.build_export_options(), call.theme or pack.theme)
    files, status = write_pack_website(pack, folder, options)
    status = status or report_pack(pack, folder, file_count=len(files))
    if call.serve:
        _serve_files(files, call.port)
    return status


def _serve_files(files: dict[str, bytes], port: int) -> None:
    """Serve the files, and nothing else, on the local network until Ctrl+C.

    Raises:
        UsageError: the port cannot be used.
    """
    try:
        server = SiteServer(files, port)
    except OSError as error:
        raise UsageError(f"--port {port}: nothing can be shown there: {error.strerror}") from None
    with server:
        print_text(f"http://{find_own_address()}:{server.server_port}/ (Ctrl+C ends)\n")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print_text("ended\n")
