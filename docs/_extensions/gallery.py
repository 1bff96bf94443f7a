"""The gallery: one page a deck, with what the deck says of itself, its plots and its text."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import keywords
from pages import write_page

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "decks", ROOT / "docs" / "tutorial")


def decks() -> list[Path]:
    """Every deck of the gallery."""
    return [deck for place in FOLDERS for deck in sorted(place.glob("*.deck"))]


def write(folder: Path) -> Iterator[str]:
    """Write a page a deck and their index; yields a line for each deck that could not be solved."""
    folder.mkdir(exist_ok=True)
    reports = folder.parent / "reports" / "reports"  # the outer folder is copied into the site as it is
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
    """Of the deck and of every file beside it that it may include."""
    digest = hashlib.sha256(deck.read_bytes())
    for shared in sorted(deck.parent.glob("*.dat")):
        digest.update(shared.read_bytes())
    return digest.hexdigest()


def _pictures(deck: Path, picture: Path, page: Path) -> str | None:
    """Solve a deck, plot its sensors and write its motion in 3D as a page; why not, where that fails."""
    import matplotlib.pyplot as plt

    import rbsolve
    from rbsolve.results import plots
    from rbsolve.view.report import write_report

    try:
        results = rbsolve.solve(deck)
    except (rbsolve.DeckError, rbsolve.SolveError) as error:
        return str(error)
    figure, _ = plots.draw_some(results, tuple(results))
    plots.save(figure, picture)
    plt.close(figure)
    write_report([results], page)
    return None


def header(deck: Path) -> list[str]:
    """The comment that a deck begins with, without its marks."""
    lines = []
    for line in deck.read_text(encoding="utf-8").splitlines():
        if not line.startswith("!"):
            break
        lines.append(line[1:].removeprefix(" ").rstrip())
    return lines


def _page(deck: Path, folder: Path) -> str:
    title, *rest = header(deck)
    return "\n".join(
        [
            f"# {deck.stem}",
            "",
            title,
            "",
            "```text",
            *rest,
            "```",
            "",
            f'<iframe class="motion" loading="lazy" title="The motion in 3D" src="../../reports/{deck.stem}.html"></iframe>',
            "",
            f'<a href="../../reports/{deck.stem}.html">The motion in 3D in a window of its own</a>',
            "",
            f"![Time histories of the sensors]({deck.stem}.png)",
            "",
            f"Made of {keywords.of_deck(deck.read_text(encoding='utf-8'), '../../deck-reference.md')}; "
            "[all keywords](../keywords.md).",
            "",
            f"```{{literalinclude}} {os.path.relpath(deck, folder)}",
            ":language: rbsolve",
            "```",
            "",
        ]
    )


def _index(decks: list[Path]) -> str:
    rows = [f"- [{deck.stem}]({deck.stem}.md): {header(deck)[0]}" for deck in decks]
    names = [deck.stem for deck in decks]
    return "\n".join(["# Gallery", "", *rows, "", "```{toctree}", ":hidden:", "", *names, "```", ""])
