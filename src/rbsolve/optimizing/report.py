"""Writes the report of an optimization as one page. It shows the optimum, the active constraints, the iterations, and
the best run.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from rbsolve.display.mappings import html_table
from rbsolve.optimizing.pictures import draw
from rbsolve.optimizing.result import CONSTRAINTS, HEADER, OPTIMA, Optimum
from rbsolve.search.page import facts, picture, section, write_page

MULTIPLIER = "multiplier: derivative of the optimal value with respect to the bound or limit"
MOST_REFUSED = 20


def write_report(optimum: Optimum, run: Path, path: Path) -> None:
    """Write the page, completely or not at all. `run` is the results file at the optimum."""
    rows = [choice.cells() for choice in optimum.parameters.values()]
    sections = [
        section(f"{optimum.objective} = {optimum.value:.8g}", html_table(HEADER, rows), MULTIPLIER),
    ]
    if optimum.constraints:
        sections.append(
            section("Constraints", html_table(CONSTRAINTS, [one.cells() for one in optimum.constraints]), MULTIPLIER)
        )
    if optimum.warnings:
        notes = "".join(f'<p class="note">{escape(note[:1].upper() + note[1:])}.</p>' for note in optimum.warnings)
        sections.append(section("What to know", notes))
    if optimum.refused:
        refused = [[_named(each.parameters), each.reason] for each in optimum.refused[:MOST_REFUSED]]
        sections.append(section("Refused points", html_table(("point", "reason"), refused)))
    if len(optimum.path) > 1:
        sections.append(section("Course of the search", picture(draw(optimum.objective, optimum.path), "path")))
    if len(optimum.searches) > 1:
        sections.append(section("Searches", html_table(OPTIMA, [search.cells() for search in optimum.searches])))
    if run.exists():
        sections.append(section("The best run", _histories(run)))
    sections.append(section("Method of the fit", _work(optimum)))
    write_page(path, "Optimum", f"{optimum.status} · {optimum.message}", sections)


def _named(parameters: Mapping[str, float]) -> str:
    return ", ".join(f"{name} = {value:.4g}" for name, value in parameters.items())


def _histories(run: Path) -> str:
    from rbsolve.results.charts.plots import draw_pages
    from rbsolve.runs.results import Results

    with Results.open(run) as results:
        pages, _ = draw_pages(results, list(results))
    return "\n".join(picture(page, f"run {k}") for k, page in enumerate(pages[:2]))


def _work(optimum: Optimum) -> str:
    return facts(
        [
            ("method", str(optimum.settings.get("method", ""))),
            ("gradient", f"{optimum.gradient_norm:.3g} of it is not balanced by bounds and constraints"),
            ("work", f"{optimum.iterations} iterations, {optimum.evaluations} evaluations, {optimum.runs} runs"),
            ("derivatives", optimum.derivatives),
        ]
    )
