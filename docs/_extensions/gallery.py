"""The gallery: one page for each deck, with its header, its plots and its text."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Iterator
from functools import reduce
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

import keywords
import numpy as np
from numpy.typing import NDArray
from pages import write_page

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "decks", ROOT / "docs" / "tutorial")


ORPHAN = ("---", "orphan: true", "---", "")
"""The beginning of a page that is not in the sidebar. With all decks, the sidebars would take twice as long to build."""
MOST_PANELS = 12  # in two columns; a third column would be too narrow for its words
DOTS = 110  # resolution of the pictures [pixels per inch]
THUMBNAIL = 440  # pixels
LINE = 3  # width to which a dark pixel of the picture grows in a thumbnail [pixels of the picture]

GROUPS = {
    "Rotors and machines": (
        "four_blade_rotor", "rotor", "flyball_governor", "gear_train", "belt_drive", "puma560", "quarter_car", "woodpecker", "1_blade",
        "2_hinge", "3_rotor", "5_four_blades",
    ),
    "Linkages and loops": (
        "slider_crank", "kinematic_slider_crank", "four_bar", "four_bar_rod", "bennett", "squeezer", "bead_on_cycloid", "hexapod",
        "n_four_bar",
    ),
    "Pendulums": (
        "triple_pendulum", "pendulum_wave", "kapitza_pendulum", "conical_pendulum", "timed_pendulum", "weighed_pendulum", "pin_friction",
    ),
    "Contact and friction": (
        "bouncing_ball", "rolling_disc", "bicycle", "sliding_and_rolling", "stiction", "rolling_resistance", "crossed_rods", "stick_slip",
        "tracked_chain", "heap_of_boxes",
        "marbles", "friction_and_stop", "friction_on_an_incline", "backlash",
    ),
    "Control and signals": ("inverted_pendulum", "satellite", "delayed_brake"),
    "Free bodies and frames": (
        "humanoid", "projectile", "turntable", "springs_and_bushings", "nested_frames", "torque_free_body", "asymmetric_free_body",
    ),
    "Tops and gyroscopes, many from the papers": (
        "heavy_top", "heavy_top_spherical", "gyroscope_in_gimbals", "sleeping_top", "symmetrical_top_fast", "symmetrical_top_slow",
        "lagrange_top_near_vertical", "top_with_any_inertia", "torque_free_custom", "torque_free_hexahedron", "torque_free_tetrahedron",
    ),
}  # fmt: skip
"""Decks by topic, the most instructive first. Decks without a group are listed under More."""

TITLES = {
    "1_blade": "Tutorial 1: a blade",
    "2_hinge": "Tutorial 2: a hinge",
    "3_rotor": "Tutorial 3: a rotor",
    "5_four_blades": "Tutorial 5: four blades",
    "bead_on_cycloid": "Bead on a cycloid",
    "belt_drive": "Open and crossed belt",
    "bicycle": "Benchmark bicycle",
    "crossed_rods": "Collision of two rods",
    "four_bar_rod": "Four-bar linkage with a rod",
    "four_bar": "Four-bar linkage",
    "four_blade_rotor": "Four-blade rotor",
    "gyroscope_in_gimbals": "Gyroscope in gimbals",
    "heavy_top_spherical": "Heavy top on a spherical joint",
    "hexapod": "Stewart platform",
    "humanoid": "A somersault",
    "kapitza_pendulum": "Kapitza's pendulum",
    "bennett": "Bennett's linkage",
    "kinematic_slider_crank": "Slider-crank with a prescribed crank",
    "lagrange_top_near_vertical": "Lagrange top near the vertical",
    "n_four_bar": "Ladder of four-bar loops",
    "pin_friction": "Friction in a pin",
    "puma560": "Puma 560",
    "rotor": "High-speed rotor on soft supports",
    "slider_crank": "Slider-crank",
    "squeezer": "Andrews' squeezing mechanism",
    "stick_slip": "Stick-slip on a belt",
    "symmetrical_top_fast": "Fast symmetrical tops",
    "symmetrical_top_slow": "Slow symmetrical tops",
    "timed_pendulum": "Pendulum timed by events",
    "top_with_any_inertia": "Top with adjustable inertia",
    "torque_free_body": "Torque-free body",
    "torque_free_custom": "Torque-free body: own points",
    "torque_free_hexahedron": "Torque-free body: hexahedron",
    "torque_free_tetrahedron": "Torque-free body: tetrahedron",
    "tracked_chain": "Track of a crawler",
    "turntable": "Seen from a turntable",
    "weighed_pendulum": "Clock pendulum of shapes with densities",
}


def title_of(stem: str) -> str:
    """The title of a deck for readers."""
    return TITLES.get(stem, stem.replace("_", " ").capitalize())


def thumbnail_of(picture: Path) -> Path:
    """The path of a picture's thumbnail."""
    return picture.with_name(f"{picture.stem}_small.png")


def decks() -> list[Path]:
    """Every deck of the gallery."""
    return [deck for place in FOLDERS for deck in sorted(place.glob("*.deck"))]


def write(folder: Path) -> Iterator[str]:
    """Write a page for each deck and their index. Yields a line for each deck that could not be solved."""
    folder.mkdir(exist_ok=True)
    reports = folder.parent / "reports" / "reports"  # the outer folder is copied into the site unchanged
    reports.mkdir(parents=True, exist_ok=True)
    for deck in decks():
        write_page(folder / f"{deck.stem}.md", _page(deck, folder))
        stamp = folder / f"{deck.stem}.sha256"
        digest = _digest(deck)
        if stamp.is_file() and stamp.read_text() == digest:
            continue
        failure = _pictures(deck, folder / f"{deck.stem}.png", reports / f"{deck.stem}.html")
        if failure:
            yield f"{deck.name}: {failure}"
        else:
            stamp.write_text(digest)
    (folder / "index.md").write_text(_index(decks()), encoding="utf-8")


def _digest(deck: Path) -> str:
    """A digest of the deck and of all files in its folder that it may include."""
    digest = hashlib.sha256(deck.read_bytes())
    for shared in sorted(deck.parent.glob("*.dat")):
        digest.update(shared.read_bytes())
    return digest.hexdigest()


def _pictures(deck: Path, picture: Path, page: Path) -> str | None:
    """Solve a deck, plot its sensors and write its motion in 3D as a page. Returns the reason of a failure."""
    import rbsolve
    from rbsolve.results.charts import plots
    from rbsolve.view.report import write_report

    try:
        results = rbsolve.solve(deck)
    except (rbsolve.DeckError, rbsolve.SolveError) as error:
        return str(error)
    figures, _ = plots.draw_pages(results, tuple(results), most_pages=1, most_panels=MOST_PANELS)
    _write_pictures(figures[0], picture)
    write_report([results], page)
    return None


def _write_pictures(figure: Figure, picture: Path) -> None:
    """Write the picture of a figure and its thumbnail.

    The thumbnail shows the curves of the first panel, with wider lines and without words, which would be too small. It
    is cut out of the drawn picture, because drawing the figure again would cost as much as solving the deck.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL import Image

    figure.set_dpi(DOTS)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    whole = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    whole.save(picture)
    panel = figure.axes[0].get_window_extent()
    left, right = math.floor(panel.x0) - 1, math.ceil(panel.x1) + 1
    top, bottom = math.floor(whole.height - panel.y1) - 1, math.ceil(whole.height - panel.y0) + 1
    curves = whole.crop((left, top, right, bottom))
    small = Image.fromarray(_darkest_nearby(np.asarray(curves)))
    small.thumbnail((THUMBNAIL, THUMBNAIL), Image.Resampling.LANCZOS)
    small.save(thumbnail_of(picture), optimize=True)


def _darkest_nearby(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The smallest values in the square of the width `LINE` around each pixel (height, width, colours)."""
    for axis in (0, 1):
        padded = np.pad(pixels, [(LINE // 2, LINE // 2) if k == axis else (0, 0) for k in range(3)], mode="edge")
        size = pixels.shape[axis]
        pixels = reduce(np.minimum, (padded.take(range(k, k + size), axis) for k in range(LINE)))
    return pixels


def header(deck: Path) -> list[str]:
    """The comment at the beginning of a deck, without its marks."""
    lines = []
    for line in deck.read_text(encoding="utf-8").splitlines():
        if not line.startswith("!"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return lines


def first_sentence(deck: Path) -> str:
    """The first sentence of a deck's header."""
    paragraph = " ".join(takewhile(bool, header(deck)))
    sentence, period, _ = paragraph.partition(". ")
    return sentence + period.strip()


def unwrapped(lines: list[str]) -> list[str]:
    """The lines of a header without breaks inside sentences, which the page breaks itself. Lines with columns remain."""
    joined: list[str] = []
    last = ""  # the last line of the header
    for line in lines:
        has_columns = "  " in line.strip()
        follows_columns = "  " in last.strip() and _indent_of(line) <= _indent_of(last)
        is_sentence = _indent_of(line) < _indent_of(last) and line.strip()[:1].isupper()
        if joined and last and _indent_of(line) and not (has_columns or follows_columns or is_sentence):
            joined[-1] += f" {line.strip()}"
        else:
            joined.append(line)
        last = line
    return joined


def _indent_of(line: str) -> int:
    return len(line) - len(line.lstrip())


def _page(deck: Path, folder: Path) -> str:
    lines = header(deck)
    paragraph = list(takewhile(bool, lines))
    title, rest = " ".join(paragraph), unwrapped(lines[len(paragraph) + 1 :])
    return "\n".join(
        [
            *ORPHAN,
            f"# {title_of(deck.stem)}",
            "",
            title,
            "",
            "```text",
            *rest,
            "```",
            "",
            f'<iframe class="motion" loading="lazy" title="The motion in 3D" src="../../reports/{deck.stem}.html"></iframe>',
            "",
            f'<a href="../../reports/{deck.stem}.html">Open the motion in 3D in a separate window</a>',
            "",
            f"![Time histories of the sensors]({deck.stem}.png)",
            "",
            f"A page of the gallery shows at most {MOST_PANELS} panels. `rbsolve plot {deck.stem}.h5` draws all panels.",
            "",
            f"Keywords of this deck: {keywords.of_deck(deck.read_text(encoding='utf-8'), '../../')}; [all keywords](../keywords.md).",
            "",
            f"```{{literalinclude}} {os.path.relpath(deck, folder)}",
            ":language: rbsolve",
            "```",
            "",
        ]
    )


def _index(decks: list[Path]) -> str:
    """Thumbnails with titles, in groups."""
    known = {deck.stem: deck for deck in decks}
    grouped = {name for names in GROUPS.values() for name in names}
    groups = {**GROUPS, "More": tuple(name for name in known if name not in grouped)}
    lines = ["# Gallery", "", "Every example deck with its plots, its motion in 3D and its expected numbers.", ""]
    for group, names in groups.items():
        there = [name for name in names if name in known]
        if there:
            lines += [f"## {group}", "", "```{container} gallery", ""]
            lines += [line for name in there for line in _card(known[name])]
            lines += ["```", ""]
    return "\n".join(lines)


def _card(deck: Path) -> list[str]:
    picture = thumbnail_of(Path(f"{deck.stem}.png"))
    title, sentence = title_of(deck.stem), first_sentence(deck)
    start = sentence.removeprefix(f"{title}: ")  # the card already has the title
    return [f"- [![]({picture}) **{title}**]({deck.stem}.md)", f"  {start[0].upper()}{start[1:]}", ""]
