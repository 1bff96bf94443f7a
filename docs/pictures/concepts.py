"""The drawings of the page on concepts and the plot of the landing page: `python docs/pictures/concepts.py` writes them beside this file.

All drawings are parallel projections of points in space. rbsolve itself computes the rotations, so the drawings show
its conventions.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import NDArray

import rbsolve
from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS

Vector = NDArray[np.float64]

HERE = Path(__file__).parent
INK, GREY, LIGHT, BODY, BODY_1, FREE = "#20242a", "#5b6570", "#c9ced4", "#9aa5b1", "#8fb8de", "#d8730a"
AXES = ("#c62828", "#2e7d32", "#1565c0")  # e1, e2, e3, as in views

X, Y, Z = np.eye(3)
LOOK = np.stack([np.array([0.86, -0.5, 0.0]), np.array([0.27, 0.46, 0.845])])  # picture axes
DEPTH = np.cross(LOOK[0], LOOK[1])


def project(point: Vector) -> Vector:
    """The position of a point of space in the picture."""
    return np.asarray(LOOK @ np.asarray(point, float))


class Drawing:
    """A panel with solids, arrows and words in space."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        axes.set_aspect("equal")
        axes.axis("off")

    def box(self, centre: Sequence[float], size: Sequence[float], R: Vector | None = None, colour: str = BODY) -> None:
        """A box by its centre, edges and rotation; only visible faces are drawn."""
        R = np.eye(3) if R is None else R
        half = np.asarray(size) / 2
        for axis in range(3):
            for sign in (-1, 1):
                normal = sign * R[:, axis]
                if normal @ DEPTH <= 1e-9:
                    continue
                others = [k for k in range(3) if k != axis]
                corners = []
                for a, b in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
                    local = np.zeros(3)
                    local[axis], local[others[0]], local[others[1]] = sign, a, b
                    corners.append(project(np.asarray(centre) + R @ (local * half)))
                shade = 0.62 + 0.38 * max(0.0, float(normal @ np.array([0.2, -0.35, 0.9])))
                face = np.clip(np.array(mpl.colors.to_rgb(colour)) * shade + (1 - shade) * 0.12, 0, 1)
                self.axes.add_patch(Polygon(corners, closed=True, facecolor=face, edgecolor=INK, linewidth=0.6))

    def line(self, points: Sequence[Vector], colour: str = GREY, style: str = "-", width: float = 1.0) -> None:
        """A line through points."""
        flat = np.array([project(point) for point in points])
        self.axes.plot(flat[:, 0], flat[:, 1], color=colour, linestyle=style, linewidth=width, solid_capstyle="round")

    def arrow(
        self, start: Vector, end: Vector, colour: str, word: str = "", width: float = 1.6, both: bool = False
    ) -> None:
        """An arrow with a word after its tip."""
        a, b = project(start), project(end)
        style = {
            "arrowstyle": "<|-|>" if both else "-|>",
            "color": colour,
            "linewidth": width,
            "shrinkA": 0,
            "shrinkB": 0,
        }
        self.axes.annotate("", b, a, arrowprops={**style, "mutation_scale": 9})
        if word:
            along = (b - a) / np.hypot(*(b - a))
            self.word(b + 0.13 * along, word, colour)

    def word(self, place: Vector, text: str, colour: str = INK, size: float = 9, bold: bool = False) -> None:
        """A word in the picture; `place` is a position in the picture."""
        weight = "bold" if bold else "normal"
        self.axes.text(*place, text, color=colour, fontsize=size, ha="center", va="center", fontweight=weight)

    def turn(
        self, centre: Vector, about: Vector, first: Vector, angle: float, radius: float, colour: str, word: str = ""
    ) -> None:
        """An arc from a direction about an axis, with an arrow at its end."""
        side = np.cross(about, first)
        angles = np.linspace(0.0, angle, 40)
        points = [centre + radius * (np.cos(t) * first + np.sin(t) * side) for t in angles]
        self.line(points[:-1], colour, width=1.5)
        self.arrow(points[-3], points[-1], colour, width=1.5)
        if word:
            middle = centre + radius * 1.25 * (np.cos(angle / 2) * first + np.sin(angle / 2) * side)
            self.word(project(middle), word, colour)

    def triad(self, origin: Vector, R: Vector, length: float = 0.7, names: str = "e", ticks: str = "") -> None:
        """Three axes."""
        for k in range(3):
            self.arrow(origin, origin + length * R[:, k], AXES[k], f"${names}_{k + 1}{ticks}$")


def save(figure: mpl.figure.Figure, name: str) -> None:
    """Write a drawing."""
    figure.savefig(
        HERE / f"{name}.svg", bbox_inches="tight", facecolor="white", metadata={"Date": None, "Creator": None}
    )
    plt.close(figure)


def panels(rows: int, columns: int, size: tuple[float, float]) -> tuple[mpl.figure.Figure, list[Drawing]]:
    """Drawings side by side."""
    figure, grid = plt.subplots(rows, columns, figsize=size, squeeze=False)
    return figure, [Drawing(axes) for axes in grid.flat]


def about(axis: Vector, angle: float) -> Vector:
    """The rotation matrix about an axis."""
    return np.asarray(ROTATION_PARAMETERS["ROTATION_VECTOR"].to_matrix(np.asarray(axis) * angle))


# --- the reference configuration


def reference_configuration() -> None:
    """A blade on a hinge: at the reference configuration, at the start, and later."""
    figure, (drawing,) = panels(1, 1, (7.0, 4.2))
    hinge = np.array([1.1, 0.0, 0.0])
    drawing.triad(np.zeros(3), np.eye(3), 0.6, "i")
    drawing.word(np.array([-0.08, -0.16]), "O", INK)
    drawing.line([np.zeros(3), hinge], GREY, ":")
    for angle, colour in ((0.0, LIGHT), (0.35, BODY), (0.85, BODY_1)):
        R = about(-Y, angle)
        drawing.box(hinge + R @ np.array([1.1, 0.0, 0.0]), (2.2, 0.3, 0.07), R, colour)
        drawing.axes.plot(*project(hinge + R @ np.array([2.2, 0.0, 0.0])), "o", color=INK, markersize=4)
    drawing.axes.plot(*project(hinge), "o", color=INK, markersize=5)
    for angle, radius, colour in ((0.35, 2.5, FREE), (0.85, 2.95, AXES[2])):
        drawing.turn(hinge, -Y, X, angle, radius, colour)
    for place, text, colour in (
        ((3.35, 0.12), "reference configuration: q = 0", INK),
        ((4.75, 1.3), "start: @INITIAL_COORDINATE", FREE),
        ((4.3, 2.5), "later: q(t)", AXES[2]),
        ((0.95, -0.02), "hinge", INK),
    ):
        drawing.word(np.array(place), text, colour, 9)
    drawing.axes.set_xlim(-0.7, 5.9)
    drawing.axes.set_ylim(-0.3, 3.1)
    save(figure, "concept_reference")


# --- observer and axes


def observers() -> None:
    """A point on a rotor, as observed from space and from the hub."""
    figure, (space, hub) = panels(1, 2, (8.4, 3.2))
    angle = -0.2
    for drawing, moving in ((space, False), (hub, True)):
        R = about(Z, angle)
        drawing.box(np.array([0.0, 0.0, -0.12]), (0.5, 0.5, 0.18), R, BODY)
        drawing.box(R @ np.array([0.95, 0.0, 0.0]), (1.4, 0.2, 0.06), R, BODY_1)
        tip = R @ np.array([1.65, 0.0, 0.0])
        drawing.axes.plot(*project(tip), "o", color=INK, markersize=4)
        if moving:
            drawing.triad(np.zeros(3), R, 0.6)
            low, high = tip - 0.32 * Z, tip + 0.32 * Z
            drawing.arrow(low, high, FREE, both=True)
            drawing.word(project(high) + np.array([0.0, 0.13]), "path", FREE)
        else:
            drawing.triad(np.zeros(3), np.eye(3), 0.6, "i")
            circle = [about(Z, t) @ np.array([1.65, 0.0, 0.0]) for t in np.linspace(0, 2 * np.pi, 120)]
            drawing.line(circle, FREE, "--", 1.3)
            drawing.arrow(tip, tip + 0.75 * R[:, 1], AXES[2], "velocity")
    for drawing, title in ((space, "observer: FXDFRAME_INERTIAL"), (hub, "observer: a moving frame of the hub")):
        drawing.axes.set_title(title, fontsize=9)
        drawing.axes.set_xlim(-1.9, 1.9)
        drawing.axes.set_ylim(-1.15, 1.6)
    figure.subplots_adjust(wspace=0.02)
    save(figure, "concept_observer")


# --- joints

Free = Callable[[Drawing, Vector], None]


def turns(axis: int, word: str = "") -> Free:
    """A free rotation about an axis of the triad."""

    def draw(drawing: Drawing, R: Vector) -> None:
        first = R[:, (axis + 1) % 3]
        drawing.turn(0.62 * R[:, axis], R[:, axis], about(R[:, axis], -0.9) @ first, 4.2, 0.2, FREE, word)

    return draw


def slides(axis: int) -> Free:
    """A free displacement along an axis of the triad."""

    def draw(drawing: Drawing, R: Vector) -> None:
        other = R[:, (axis + 2) % 3] if axis == 2 else -R[:, 1 - axis]
        off = (0.3 if axis == 2 else 0.62) * other
        drawing.arrow(off + 0.1 * R[:, axis], off + 0.8 * R[:, axis], FREE, both=True)

    return draw


UPRIGHT = np.eye(3)
LYING = np.column_stack([Y, Z, X])  # e3 along x
JOINTS: dict[str, tuple[Vector, tuple[Free, ...]]] = {
    "rigid": (UPRIGHT, ()),
    "revolute": (UPRIGHT, (turns(2),)),
    "prismatic": (LYING, (slides(2),)),
    "cylindrical": (LYING, (turns(2), slides(2))),
    "screw": (LYING, (turns(2), slides(2))),
    "spherical": (UPRIGHT, (turns(0), turns(1), turns(2))),
    "universal": (UPRIGHT, (turns(2),)),
    "planar": (UPRIGHT, (slides(0), slides(1), turns(2))),
    "constant-velocity": (LYING, (turns(0), turns(1))),
}


def joints() -> None:
    """Each joint with its axes and free motions."""
    figure, drawings = panels(3, 3, (9.0, 7.6))
    for drawing, (name, (R, free)) in zip(drawings, JOINTS.items(), strict=True):
        bodies(drawing, name)
        drawing.triad(np.zeros(3), R, 0.95)
        for each in free:
            each(drawing, R)
        if name == "universal":
            drawing.arrow(np.zeros(3), -0.95 * Y, AXES[2], "$e_3$ on B1")
            turns(2)(drawing, np.column_stack([X, Z, -Y]))
        if name == "screw":
            drawing.word(np.array([0.75, -0.42]), "coupled by the pitch", FREE, 8)
        drawing.axes.set_title(name, fontsize=10, fontweight="bold")
        drawing.axes.set_xlim(-1.2, 1.35)
        drawing.axes.set_ylim(-0.8, 1.15)
    figure.subplots_adjust(wspace=0.02, hspace=0.12)
    save(figure, "concept_joints")


def bodies(drawing: Drawing, name: str) -> None:
    """B0 on the left and B1 on the right of the joint; a plate on a plate for planar."""
    if name == "planar":
        drawing.box((0.0, 0.0, -0.22), (1.7, 1.7, 0.16), None, BODY)
        drawing.box((0.0, 0.0, -0.07), (0.8, 0.8, 0.14), None, BODY_1)
    else:
        drawing.box((-0.66, 0.0, 0.0), (1.0, 0.3, 0.3), None, BODY)
        drawing.box((0.62, 0.0, 0.0), (0.9, 0.24, 0.24), None, BODY_1)
        drawing.axes.plot(*project(np.zeros(3)), "o", color="white", markeredgecolor=INK, markersize=8)
        drawing.line([np.array([-0.16, 0, 0]), np.array([0.17, 0, 0])], INK, width=2.2)
    corner = np.array([-0.55, -0.52]) if name != "planar" else np.array([-0.75, -0.5])
    other = np.array([0.7, -0.13]) if name != "planar" else project(np.array([-0.25, -0.2, 0.0]))
    drawing.word(corner, "B0", INK, 8, bold=True)
    drawing.word(other, "B1", INK, 8, bold=True)


# --- Euler angles


def euler_angles() -> None:
    """A sequence of rotations, step by step, each about a current axis of the body."""
    sequences = {"321": (0.7, 0.5, 0.6), "313": (0.7, 0.6, 0.8)}
    words = {"321": ("yaw", "pitch", "roll"), "313": ("precession", "nutation", "spin")}
    figure, drawings = panels(2, 4, (11.0, 5.0))
    for row, (name, angles) in enumerate(sequences.items()):
        parameters = ROTATION_PARAMETERS[f"EULER_ANGLES_{name}"]
        stages = [np.degrees(angles) * (np.arange(3) < k) for k in range(4)]
        rotations = [np.asarray(parameters.to_matrix(stage)) for stage in stages]
        for k, (drawing, R) in enumerate(zip(drawings[4 * row : 4 * row + 4], rotations, strict=True)):
            drawing.box(np.zeros(3), (0.9, 0.5, 0.12), R, BODY_1)
            if k:
                before, axis = rotations[k - 1], int(name[k - 1]) - 1
                for i in range(3):
                    drawing.line([np.zeros(3), 0.85 * before[:, i]], LIGHT, "--")
                first = (axis + 1) % 3
                drawing.turn(np.zeros(3), before[:, axis], before[:, first], angles[k - 1], 0.72, FREE, rf"$\phi_{k}$")
            drawing.triad(np.zeros(3), R, 0.95)
            title = f"{name}: reference axes" if k == 0 else f"{k}. {words[name][k - 1]} about $e_{name[k - 1]}$"
            drawing.axes.set_title(title, fontsize=10)
            drawing.axes.set_xlim(-1.15, 1.15)
            drawing.axes.set_ylim(-0.75, 1.2)
    figure.subplots_adjust(wspace=0.02, hspace=0.1)
    save(figure, "concept_euler_angles")


# --- the deck of the landing page


def landing() -> None:
    """The given values of the deck on the landing page: the angular velocity, in its own axes."""
    page = (HERE.parent / "index.md").read_text(encoding="utf-8")
    text = page.partition("```rbsolve\n")[2].partition("```")[0]
    with tempfile.TemporaryDirectory() as folder:
        deck = Path(folder) / "tumble.deck"
        deck.write_text(text, encoding="utf-8")
        results = rbsolve.solve(deck)
        time, spin = results.time, results["spin"]
    figure, rows = plt.subplots(3, 1, figsize=(4.6, 6.2), sharex=True)
    for k, axes in enumerate(rows):
        axes.plot(time, spin[:, k], color=AXES[k])
        axes.set_ylabel(f"spin.{'xyz'[k]} [rad/s]")
        axes.grid(alpha=0.3)
    rows[-1].set_xlabel("time [s]")
    rows[0].set_title("angular velocity in the axes of the box", fontsize=10)
    figure.align_ylabels()
    figure.tight_layout()
    figure.savefig(HERE / "tumble.png", dpi=160, facecolor="white")
    plt.close(figure)


def main() -> None:
    """Draw them all."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "rbsolve", "svg.fonttype": "path", "mathtext.fontset": "stix"})
    for draw in (reference_configuration, observers, joints, euler_angles, landing):
        draw()


if __name__ == "__main__":
    main()
