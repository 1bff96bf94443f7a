"""Represents a deck in an editor. Its tree, diagnostics and numbers are computed when they are first used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.editor.names import names_of, path_to, templates_of
from rbsolve.editor.parts import part_of
from rbsolve.editor.pieces import PieceReader
from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.includes import names_files, read_deck
from rbsolve.language.syntax.reader import read_tree
from rbsolve.language.syntax.tree import Block, Item, SyntaxTree
from rbsolve.parser.expansion.expand import EXPANDED
from rbsolve.parser.schema.reference_labels import LABELS
from rbsolve.parser.schema.sensors import SENSOR_TYPE
from rbsolve.parser.schema.templates import TEMPLATE_NAME
from rbsolve.pipeline import Options, Parsed, check_geometry, compile_checked, describe_parsed

if TYPE_CHECKING:
    from rbsolve.geometry.resolved import ResolvedGeometry
    from rbsolve.language.described import Description
    from rbsolve.pipeline import CheckedDeck

_LABEL = re.compile(r"\w+")


class OpenDeck:
    """A deck in the editor.

    `path` is None for a text without a file. `opened` contains the texts of other open files, by resolved path. If the
    same `reader` has read the previous text, only the changed pieces are read.
    """

    def __init__(
        self,
        text: str,
        path: Path | None = None,
        opened: Mapping[Path, str] | None = None,
        reader: PieceReader | None = None,
    ) -> None:
        self._reader = PieceReader() if reader is None else reader
        self.text = text
        self.path = path
        self.name = "<text>" if path is None else str(path)
        self._opened = opened or {}
        self._syntax = Diagnostics()
        self._names: dict[str, list[str]] = {}

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines of the text."""
        return self.text.split("\n")

    @cached_property
    def tree(self) -> SyntaxTree:
        """Return the tree of this file without included files. Repetitions are not expanded."""
        if not names_files(self.text):
            return self.whole[0]
        return read_tree(Source(self.name, self.text), Diagnostics())

    @cached_property
    def whole(self) -> tuple[SyntaxTree, tuple[Source, ...]]:
        """Return the tree, in which included files replace the commands that include them. Also return all files, with
        this file first.
        """
        folder = Path() if self.path is None else self.path.parent
        source = Source(self.name, self.text)
        return read_deck(source, self._syntax, folder=folder, opened=self._opened, read=self._reader.read)

    @cached_property
    def files(self) -> frozenset[Path]:
        """Return all files of the deck, including this file."""
        return frozenset(Path(source.name).resolve() for source in self.whole[1])

    @cached_property
    def described(self) -> tuple[Description, Diagnostics]:
        """Return the description of the deck, with the diagnostics of syntax and blocks."""
        return describe_parsed(Parsed(*self.whole, self._syntax), Options(), self._reader.memory)

    @cached_property
    def checked(self) -> CheckedDeck:
        """Return the deck after the checks of blocks and geometry, without the compiled model."""
        description, diagnostics = self.described
        return check_geometry(description, diagnostics.copy(), Options())

    @cached_property
    def compiled(self) -> CheckedDeck:
        """Return the deck after a complete check, or after the checks that its errors allow."""
        checked = self.checked
        if checked.diagnostics.has_errors:
            return checked
        return compile_checked(checked._replace(diagnostics=checked.diagnostics.copy()))

    def about(self, name: str | None) -> tuple[Description, Diagnostics]:
        """Return the description of the objects with a name, and of all objects that they need. Without a name, return
        the design parameters. If the deck has repetitions or templates, return the description of the whole deck.
        """
        tree, sources = self.whole
        if "described" in vars(self) or any(word in source.text for source in sources for word in EXPANDED):
            return self.described
        return describe_parsed(Parsed(part_of(tree, name), sources, self._syntax), Options())

    def geometry(self, name: str) -> ResolvedGeometry | None:
        """Return the geometry of the objects with a name, and of all objects that they need."""
        if "checked" in vars(self):
            return self.checked.geometry
        description, diagnostics = self.about(name)
        return check_geometry(description, diagnostics.copy(), Options()).geometry

    @cached_property
    def parameters(self) -> Mapping[str, float | tuple[float, ...]]:
        """Return the design parameters by name, with their `#`."""
        return {f"#{name}": value for name, value in self.about(None)[0].parameters.items()}

    def names(self, target: str) -> list[str]:
        """Return the names that can be used in a reference to a target."""
        if target not in self._names:
            names = names_of(self.whole[0], target)
            if target == "CONTACT":  # the contacts of a group have their own names
                pairs = list(self.described[0].of_kind("CONTACT"))
                names = pairs or names
            self._names[target] = names
        return self._names[target]

    def labels_of(self, name: str) -> list[str]:
        """Return the labels of a sensor's components, if its type determines them."""
        sensor = self.described[0].of_kind("SENSOR").get(name)
        if sensor is None or "SENSOR_TYPE" not in sensor:
            return []
        kind = SENSOR_TYPE[sensor["SENSOR_TYPE"]]
        listed = _LABEL.findall(re.split(" then | for ", LABELS.get(kind.name, ""))[0])
        if "ROTATION_PARAMETERS" in kind.options:
            listed += ROTATION_PARAMETERS[sensor["ROTATION_PARAMETERS"]].labels
        return listed

    @cached_property
    def templates(self) -> Mapping[str, Block]:
        """Return the templates by name, including templates in included files."""
        tree, sources = self.whole
        return templates_of(tree) if any(TEMPLATE_NAME in source.text for source in sources) else {}

    def at(self, line: int, column: int) -> tuple[list[Block], Item | None]:
        """Return the blocks around a place, from the outermost inwards, and the item at the place."""
        path = path_to(self.tree, self.name, line, column)
        if not path:
            return [], None
        items, place = path[-1].items or (), (line, column)
        item = next((item for item in items if item[3:5] <= place <= item[5:7]), None)
        return path, item
