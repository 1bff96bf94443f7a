"""Writes the places of a foreign model's links into a deck, as triads, points and frames. The frames are nested as in
the source.
"""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

from rbsolve.building.deck import Deck
from rbsolve.foreign.model import GROUND, ForeignModel, Joint, Place
from rbsolve.language.diagnostics import Span
from rbsolve.solver.model.flat import Floats

READY = {"AXIS_X": np.array([1.0, 0, 0]), "AXIS_Y": np.array([0, 1.0, 0]), "AXIS_Z": np.array([0, 0, 1.0])}


class Names:
    """Unique names of a deck, derived from the source's names."""

    def __init__(self, *taken: str) -> None:
        self._taken = {name.upper() for name in taken}

    def of(self, name: str) -> str:
        """Return a free name that is as similar as possible to the source's name. The name then counts as used."""
        clean = re.sub(r"[^A-Za-z0-9_.\-]", "_", name).lstrip(".-") or "unnamed"
        if re.fullmatch(r"[0-9.]+([eE][0-9]*)?", clean):
            clean = f"_{clean}"
        free, k = clean, 1
        while free.upper() in self._taken:
            k += 1
            free = f"{clean}_{k}"
        self._taken.add(free.upper())
        return free


class Places:
    """The names of the frame and the triad of each link, by its index."""

    def __init__(self, model: ForeignModel, deck: Deck) -> None:
        self.model = model
        self.deck = deck
        self.frames: list[str] = []
        self.axes: list[str] = []
        self.triads = Names("TRIAD_INERTIAL", *READY)

    def write(self) -> None:
        """Write a frame for each link, defined in the frame of its parent. If the link is rotated relative to its
        parent, also write a triad.
        """
        names, points, marks = Names("FXDFRAME_INERTIAL", "INERTIAL"), Names(), self._marks()
        frames: list[tuple[int, Place]] = []
        for k, link in enumerate(self.model.links):
            parent_frame, parent_axes = "FXDFRAME_INERTIAL", "TRIAD_INERTIAL"
            if link.parent != GROUND:
                parent_frame, parent_axes = self.frames[link.parent], self.axes[link.parent]
            place = link.place
            if place is None or (not place.x.any() and np.array_equal(place.R, np.eye(3))):
                self.frames.append(parent_frame)
                self.axes.append(parent_axes)
                continue
            axes = parent_axes
            if not np.array_equal(place.R, np.eye(3)):
                self.deck.comment(where(link.span, f"axes of {link.name}"))
                axes = self.deck.triad(self.triads.of(link.name), **orientation_keywords(place), **inside(parent_frame))
            self.axes.append(axes)
            if k in marks:
                self.frames.append(parent_frame)
                point = points.of(link.name)
                self.deck.comment(where(link.joint.span, f"place of {link.name}, which has neither mass nor shape"))
                self.deck.point(point, coordinates=place.x, **inside(parent_frame))
                continue
            self.frames.append(names.of(link.name))
            frames.append((k, place))
        for k, place in frames:
            link = self.model.links[k]
            parent_frame = self.frames[link.parent] if link.parent != GROUND else "FXDFRAME_INERTIAL"
            self.deck.comment(where(link.joint.span, f"place of {link.name}"))
            self.deck.fixed_frame(
                self.frames[k], point1_name=point_keyword(place.x, parent_frame), triad_name=self.axes[k]
            )

    def _marks(self) -> set[int]:
        """Return the massless links that only mark a position on their parent, such as tips and cameras.

        They are written as points, with a triad if they are rotated.
        """
        links = self.model.links
        used = {link.parent for link in links} | {k for loop in self.model.loops for k in loop.links}
        return {
            k
            for k, link in enumerate(links)
            if k not in used and link.mass <= 0.0 and link.joint.kind == "RIGID" and not link.shapes
        }

    def axis(self, name: str, joint: Joint, k: int) -> str:
        """Return the name of the triad whose third axis is a joint's axis."""
        frame = self.frames[k]
        if np.array_equal(joint.axis, (0, 0, 1)):
            return self.axes[k]
        if self.axes[k] == "TRIAD_INERTIAL":
            for ready, axis in READY.items():
                if np.array_equal(joint.axis, axis):
                    return ready
        return self.deck.triad(self.triads.of(f"{name}_axis"), orientation_e3=joint.axis, **inside(frame))


def where(span: Span, what: str) -> str:
    """Return a comment about the origin of an object: its file, line and name in the source."""
    name = os.path.basename(span.source.name)
    return f"{name}:{span.line}: {what}"


def point_keyword(x: Floats, frame: str) -> tuple[Any, ...]:
    """Return the items of a keyword for a point: coordinates (3,) [m], and the frame of these coordinates."""
    return (*x.tolist(),) if frame == "FXDFRAME_INERTIAL" else (*x.tolist(), frame)


def inside(frame: str) -> dict[str, Any]:
    """Return the keyword for the frame in which an object is defined. For the inertial frame, the text is empty."""
    return {} if frame == "FXDFRAME_INERTIAL" else {"is_defined_in_frame": frame}


def orientation_keywords(place: Place) -> dict[str, Any]:
    """Return the keywords for the orientation of a triad. If the source gives angles, these are written, and otherwise
    Euler parameters.
    """
    if place.rpy is not None:
        return {"euler_angles_321": np.degrees(place.rpy[::-1])}
    from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix

    return {"euler_parameters": euler_parameters_from_matrix(place.R)}
