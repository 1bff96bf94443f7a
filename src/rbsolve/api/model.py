"""Functions that check and load decks, and that prepare the deck of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rbsolve.display.mappings import Named
from rbsolve.language.diagnostics import DeckError, Diagnostic, Diagnostics
from rbsolve.pipeline import (
    CheckedDeck,
    Options,
    Parsed,
    check_deck,
    check_parsed,
    check_runnable,
    with_own_sensors,
)

if TYPE_CHECKING:
    pass

from rbsolve.api.arguments import Array, DeckSource, File, locate, parameter_values


@dataclass(frozen=True, slots=True)
class Body:
    """A rigid body of a loaded deck.

    `mass` is in kg. `centre_of_mass` (3,) [m] is measured from the origin of the body frame. `inertia` (3,
    3) [kg m^2] is the inertia about the centre of mass. Both are in body axes. `frame` (4, 4) is the pose of the body
      frame at the reference configuration. `initial_frame` (4, 4) is its pose at the start.
    """

    name: str
    mass: float
    centre_of_mass: Array
    inertia: Array
    frame: Array
    initial_frame: Array


class Model:
    """A checked deck. Its points, triads and frames are in inertial components.

    ```python
    model = rbsolve.load("wing.deck", parameters={"L": 0.35})
    model.points["tip"]  # (3,)
    model.triads["root"]  # (3, 3), columns e1, e2, e3
    model.frames["hub"]  # (4, 4), homogeneous
    model.bodies["blade"].inertia  # (3, 3)
    ```

    The mappings are read-only. `diagnostics` contains the warnings and notes of the check.
    """

    def __init__(self, deck: Path | str, checked: CheckedDeck) -> None:
        self.deck = deck
        """The path of the deck, or its text."""
        self.points: Mapping[str, Array] = Named("points", checked.resolved.points)
        self.triads: Mapping[str, Array] = Named("triads", checked.resolved.triads)
        self.frames: Mapping[str, Array] = Named("frames", checked.resolved.frames)
        self.bodies: Mapping[str, Body] = Named("bodies", _bodies(checked))
        self.parameters: Mapping[str, float | tuple[float, ...]] = checked.contents.parameters
        self.diagnostics: tuple[Diagnostic, ...] = tuple(checked.diagnostics)
        self._checked = checked

    @property
    def checked(self) -> CheckedDeck:
        """Return the checked deck, including the overridden parameters and settings."""
        return self._checked

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the text of the deck and the texts of all its files. Another process may not be able to read these
        files.
        """
        return _recheck, (self.deck, self._checked.parsed, self._checked.options)

    def __repr__(self) -> str:
        name = f" {self.deck}" if isinstance(self.deck, Path) else ""
        return f"<Model{name}: bodies {', '.join(self.bodies) or 'none'}>"


def check(deck: DeckSource) -> list[Diagnostic]:
    """Return all diagnostics of a deck, sorted by file and line. The deck is not solved.

    ```python
    for finding in rbsolve.check("wing.deck"):
        print(finding.span, finding.severity, finding.code, finding.message)
    ```

    Raise OSError if the deck cannot be read.
    """
    return list(_check(deck, Options()).diagnostics)


def load(
    deck: DeckSource, parameters: Mapping[str, Any] | None = None, *, allow_include: tuple[File, ...] = ()
) -> Model:
    """Check a deck and resolve its geometry.

    `parameters` override design parameters by name. A value is a number, a sequence of numbers, or an expression as in
    a deck (`"2*#L"`). A deck can include files from its own folder and from the folders in `allow_include`. A deck
    without an analysis can be loaded, but not solved.

    Raise DeckError if the deck has errors, and OSError if the deck cannot be read.
    """
    options = Options(
        parameters=parameter_values(parameters), allow_include=tuple(Path(folder) for folder in allow_include)
    )
    return Model(locate(deck), without_errors(_check(deck, options, keep=True)))


def _recheck(deck: Path | str, parsed: Parsed, options: Options) -> Model:
    return Model(deck, check_parsed(parsed, options))


def runnable(model: Model | DeckSource, parameters: Mapping[str, Any] | None, options: Options) -> CheckedDeck:
    """Check the deck with the options, and return it. A loaded model is checked again only if the options differ from
    the options with which it was loaded.
    """
    given = parameter_values(parameters)
    if isinstance(model, Model):
        checked = model.checked
        loaded = checked.options
        options = options._replace(parameters={**loaded.parameters, **given}, allow_include=loaded.allow_include)
        if options != loaded:
            checked = check_parsed(checked.source, options)
        checked = with_own_sensors(checked)
    else:
        checked = _check(model, options._replace(parameters=given))
    check_runnable(checked)
    return without_errors(checked)


def _check(deck: DeckSource, options: Options, *, keep: bool = False) -> CheckedDeck:
    from rbsolve.building.builder import Builder

    if not isinstance(deck, Builder):
        return check_deck(locate(deck), options, keep=keep)
    diagnostics = Diagnostics()
    tree, sources = deck.read(diagnostics, options.allow_include)
    return check_parsed(Parsed(tree, sources, diagnostics), options)


def without_errors(checked: CheckedDeck) -> CheckedDeck:
    """Return the checked deck. Raise DeckError if the deck has errors."""
    if checked.has_errors:
        raise DeckError(checked.diagnostics)
    return checked


def _bodies(checked: CheckedDeck) -> dict[str, Body]:
    from rbsolve.solver.assembly.elements.weighing import body_masses

    description, geometry = checked.contents, checked.resolved
    already_reported = Diagnostics()
    masses = body_masses(description, geometry, already_reported)
    bodies = {}
    for block, properties in zip(description.all_of("RIGID_BODY"), masses, strict=True):
        reference = block["FRAME_NAME"]
        if properties is not None:
            bodies[block.name] = Body(
                name=block.name,
                mass=properties.mass,
                centre_of_mass=properties.centre,
                inertia=properties.inertia,
                frame=geometry.frames[reference],
                initial_frame=geometry.frames[block.get("INITIAL_FRAME_NAME", reference)],
            )
    return bodies
