"""What each piece of the palette is in the game, in a sentence or two, for whoever points at it."""

from __future__ import annotations

from dungeon_designer.layout.model import CounterContent, Team
from dungeon_designer.translation import marked

_COUNTER = marked("tips", "A pit counter lies face down; who steps on it turns it over (gw-1989, Pit Traps).")
_LIQUID = marked("tips", "A liquid: nobody stands there, and who is pushed in is out of the game (naf-2019, Liquids).")

TIPS: dict[str, str] = {
    "select": marked("tips", "Picks things up, moves, copies and turns them."),
    "fill": marked("tips", "Fills what walls and borders enclose with the room, ground or obstacle taken last."),
    "paint": marked("tips", "Makes a drawn room larger, square by square."),
    "erase": marked("tips", "Rubs out floor with all that lies on it; a tile goes whole."),
    "wall": marked("tips", "Stands on the border between two squares; nobody steps, sees or throws through it."),
    "door": marked("tips", "Stands on the border of two sections; gw-2021 and eagbbl have doors two squares wide."),
    "chest": marked(
        "tips", "One holds the ball, the others blow up. Most books keep chests apart and away from the end zones."
    ),
    "portal": marked(
        "tips", "Whoever steps on it comes out of another by the roll of a die; portals take the next free number."
    ),
    "measure": marked(
        "tips", "Counts squares and steps, shows how far a player gets, what he sees and where he can throw."
    ),
    "draw-corridor": marked("tips", "A way between rooms; most books want it two squares wide."),
    "draw-small_room": marked(
        "tips", "A room such as gw-2021's eight small ones; at least three of them belong in its dungeons."
    ),
    "draw-large_room": marked(
        "tips", "A room such as gw-2021's four large ones, of which its dungeons have at least one."
    ),
    "draw-room": marked("tips", "Drag out a rectangle of floor; what edition counts it as is said in Properties."),
    "draw-junction": marked(
        "tips", "Where ways meet; some books say how wide the places must be where sections touch."
    ),
    "draw-bridge": marked("tips", "Floor across something deadly, with standing room at both ends."),
    "draw-platform": marked("tips", "Floor in the midst of a hazard, reached by bridge, leap or portal."),
    "draw-end_zone": marked(
        "tips", "Where a team sets up, and where the other scores. The editions differ in its size."
    ),
    "draw-entry": marked(
        "tips", "Two squares by which a team comes in, and where the other scores (brawl-2013, db7s-2019)."
    ),
    "square-door": marked("tips", "Fills a square between two walls, and is shut at first (gw-1989)."),
    "leap": marked("tips", "A rim from which a player who can leap may cross a hazard (brawl-2013)."),
    "open_pit": marked("tips", "Whoever falls in lies there until he climbs out."),
    "spiked_pit": marked("tips", "A pit that injures."),
    "trapdoor": marked("tips", "Opens under a player; what lies below is said in Properties (brawl-2013)."),
    "trapdoor-2": marked("tips", "Four squares that open together (brawl-2013)."),
    **{f"counter-{team}-{face}": _COUNTER for team in Team for face in CounterContent},
    "lava": _LIQUID,
    "water": _LIQUID,
    "acid": _LIQUID,
    "chasm": marked("tips", "A drop without a bottom."),
    "cliff": marked("tips", "An edge one can be pushed over (eagbbl)."),
    "spike_pit": marked("tips", "Stakes from wall to wall: one jumps across or goes round (gw-2022-colleges)."),
    "bridge": marked("tips", "A square of bridge over a hazard."),
    "rope_bridge": marked("tips", "A bridge that wants a steady foot (gw-2021, eagbbl)."),
    "statue": marked("tips", "Stone in the way: nobody stands there, and a pass over it may hit it (naf-2019)."),
    "throne": marked("tips", "An obstacle; nobody stands there."),
    "fountain": marked("tips", "An obstacle; nobody stands there."),
    "idol": marked(
        "tips", "The Chaotic Idol of gw-2021: a wall to feet and eyes; who starts in its room may grow stronger."
    ),
    "crypt": marked("tips", "The tombs of gw-2021's Crypt: in the way, but one throws across them."),
    "dragon": marked("tips", "The young dragon of gw-2021: four squares in the way, but one throws across them."),
    "turning-room": marked("tips", "Sections that turn together about their middle (brawl-2013, Hogwurts)."),
    "rolling-ball": marked("tips", "A stone ball that rolls along a straight track (brawl-2013, Temple of Doom)."),
    "label": marked("tips", "Words on the map, for whoever plays on it; no rule reads them."),
}
