"""Which fields of a model hold words, by the model itself: a new field is found without being told of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import inspect

Said = Callable[[str, int | None], str]
"""The words of a field, by its name and the most letters it takes."""

NAMES = {
    "Section.tile": "names a tile",
    "Section.rows": "holds . and # alone",
    "RotatingRoom.sections": "names sections",
    "PlayChanges.unset": "names keys",
    "Layout.ruleset": "names a ruleset",
    "LayoutDocument.ruleset": "names a ruleset",
    "Layout.theme": "names a theme",
    "LayoutDocument.theme": "names a theme",
    "Season.theme": "names a theme",
    "TileSettings.id": "is the name of the tile's file",
    "TileSettings.picture": "names a file, or is a TilePicture",
    "TilePicture.file": "names a file",
    "DungeonPicture.file": "names a file",
    "DiceTable.roll": "says dice",
    "DiceTable.table": "names files",
    "Round.layout": "names a file",
    "Season.also": "names files",
    "Season.ruleset": "names a ruleset",
    "StockedTile.tile": "names a tile",
    "StockedTile.rows": "holds . and # alone",
    "StockedTile.card": "names a card",
    "Ruleset.file": "stands in no file",
    "Ruleset.lineage": "stands in no file",
    "Ruleset.play": "is a Play",
    "Ruleset.set_up": "is a SetUpTable",
    "RuleEntry.parameters": "are the rule's settings",
}
"""Fields whose text is no words: another text is refused, which a test of its own makes sure of."""


class Kept(str):
    """Text that stays where words would stand."""


def fill(kind: inspect.Type, data: Any, said: Said, name: str = "") -> Any:
    """Return data of a type with words in every field that takes them; `name` is the field's own."""
    kind = strip_type(kind)
    if isinstance(kind, inspect.UnionType):
        return fill(_choose_member(kind, data), data, said, name)
    if isinstance(kind, inspect.StructType):
        return _fill_struct(kind, data, said)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        items = [None] if data is None else data
        return [fill(kind.item_type, item, said, name) for item in items]
    if isinstance(kind, inspect.DictType) and data is None:
        return {said(name, None): said(name, None)}
    if isinstance(kind, inspect.DictType):
        return {key: fill(kind.value_type, value, said, name) for key, value in data.items()}
    if isinstance(kind, inspect.StrType) and name not in NAMES and not isinstance(data, Kept):
        return said(name, kind.max_length)
    return data


def _fill_struct(kind: inspect.StructType, data: dict[str, Any], said: Said) -> dict[str, Any]:
    full = dict(data)
    for field in kind.fields:
        name = f"{kind.cls.__name__}.{field.name}"
        wanted = name not in NAMES and takes_words(field.type)
        if field.encode_name in data or wanted:
            full[field.encode_name] = fill(field.type, data.get(field.encode_name), said, name)
    return full


def _choose_member(kind: inspect.UnionType, data: Any) -> inspect.Type:
    """Return the member of a union that data are of: by their tag, else the first that takes words or is a struct."""
    members = [strip_type(member) for member in kind.types]
    structs = [member for member in members if isinstance(member, inspect.StructType)]
    tagged = [member for member in structs if isinstance(data, dict) and data.get(member.tag_field or "") == member.tag]
    rest = [member for member in members if takes_words(member) or isinstance(member, inspect.StructType)]
    return (tagged or (structs if isinstance(data, dict) else []) or rest or members)[0]


def takes_words(kind: inspect.Type) -> bool:
    """Return whether any text, or nothing else than text, may stand there."""
    kind = strip_type(kind)
    if isinstance(kind, inspect.UnionType):
        return any(map(takes_words, kind.types))
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return takes_words(kind.item_type)
    if isinstance(kind, inspect.DictType):
        return isinstance(kind.value_type, inspect.AnyType) or takes_words(kind.value_type)
    return isinstance(kind, inspect.StrType) and kind.pattern is None


def list_fields_with_words(kind: inspect.Type) -> set[str]:
    """Return the names of all fields of a type, however deep, that take words."""
    return {name for name, field in _list_fields(kind) if takes_words(field) and name not in NAMES}


def strip_type(kind: inspect.Type) -> inspect.Type:
    """Return a type without what is written beside it for its JSON Schema."""
    while isinstance(kind, inspect.Metadata):
        kind = kind.type
    return kind


def _list_fields(kind: inspect.Type) -> Iterator[tuple[str, inspect.Type]]:
    kind = strip_type(kind)
    inner: list[Any] = []
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            yield f"{kind.cls.__name__}.{field.name}", field.type
        inner = [field.type for field in kind.fields]
    elif isinstance(kind, inspect.UnionType):
        inner = list(kind.types)
    elif isinstance(kind, inspect.VarTupleType | inspect.ListType):
        inner = [kind.item_type]
    elif isinstance(kind, inspect.DictType):
        inner = [kind.value_type]
    for part in inner:
        yield from _list_fields(part)
