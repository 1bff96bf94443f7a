"""Writes the report of a fit as one page: parameters with their intervals, measured and computed curves, residuals, and
undetermined combinations.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np

from rbsolve.display.mappings import html_table
from rbsolve.fitting.pictures import panels_of
from rbsolve.fitting.result import HEADER, Fit
from rbsolve.results.charts.sheets import sheet
from rbsolve.results.contents.units import with_unit
from rbsolve.search.page import facts, picture, section, write_page


def write_report(fit: Fit, path: Path) -> None:
    """Write the page, completely or not at all."""
    title = f"Fit to {', '.join(fit.settings.get('data', []))}"
    sections = [section("Parameters", html_table(HEADER, fit.rows()))]
    notes = [*(poor["words"] for poor in fit.poorly_determined), *fit.warnings]
    if notes:
        sections.append(
            section("What to know", "".join(f'<p class="note">{escape(_sentence(note))}</p>' for note in notes))
        )
    for k, curve in enumerate(fit.curves):
        figure = sheet("", panels_of(curve, fit.sigma.get(curve.column)), "time [s]")
        sections.append(section(curve.column, picture(figure, str(k)), f"{curve.experiment}, {curve.sensor}"))
    sections.append(_residuals(fit))
    if len(fit.parameters) > 1:
        sections.append(section("Correlations", _correlations(fit)))
    sections.append(_work(fit))
    write_page(path, title, f"{fit.status} · {fit.message}", sections)


def _residuals(fit: Fit) -> str:
    units = {curve.column: curve.unit for curve in fit.curves}
    rows = [
        [
            with_unit(column, units.get(column, "")),
            f"{rms:.4g}",
            f"{fit.hold_out_rms[column]:.4g}" if column in fit.hold_out_rms else "",
            f"{fit.sigma[column]:.4g}",
            "given" if column in fit.settings.get("sigma_given", ()) else "from the residuals",
        ]
        for column, rms in fit.residual_rms.items()
    ]
    header = ("column", "residual, rms", "held out, rms", "standard deviation", "which is")
    keep = [k for k in range(len(header)) if k != 2 or fit.hold_out_rms]
    return section("Residuals", html_table([header[k] for k in keep], [[row[k] for k in keep] for row in rows]))


def _work(fit: Fit) -> str:
    chi_square = f"{fit.chi_square:.6g} with {fit.degrees_of_freedom} degrees of freedom"
    return section(
        "Method of the fit",
        facts(
            [
                ("chi-square", chi_square if fit.settings.get("sigma_given") else ""),
                ("loss", {"linear": "least squares", "huber": "Huber's"}.get(str(fit.settings.get("loss")), "")),
                ("work", f"{fit.iterations} iterations, {fit.runs} runs"),
                ("derivatives", fit.derivatives),
            ]
        ),
    )


def _correlations(fit: Fit) -> str:
    names = list(fit.parameters)
    rows = [
        [name, *(f"{value:+.3f}" if np.isfinite(value) else "" for value in fit.correlation[k])]
        for k, name in enumerate(names)
    ]
    return html_table(["", *names], rows)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
