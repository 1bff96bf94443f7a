"""Holzinger et al. (2024), the numbers of the page on Lie-group methods and classical formulations.

`python docs/figures/make.py seed-001` measures them (docs/figures/seed_001.json), and makes tables and figures of the
page.
"""

from __future__ import annotations

import seed_001_explicit
import seed_001_implicit
import seed_001_mechanisms
from claims import Paper
from seed_001_figures import diagrams, motions
from seed_001_places import EQUATIONS, deviations
from seed_001_studies import (
    AT_JOINT,
    CARDAN_2,
    CRANK,
    EULER,
    FREE,
    HELD,
    JOINT,
    LIE,
    LOOSE,
    MODIFIED,
    ROBOT,
    SE3,
    STUDIES,
    label,
    measured,
)
from seed_001_tables import TABLES
from workshop import Workshop


def measure() -> dict[str, float]:
    """Return all numbers."""
    found = {**deviations(), **motions()}
    for study in STUDIES:
        found.update(measured(study))
    return found


def measure_some() -> dict[str, float]:
    """Return deviations of equations, and iterations and errors of the fast studies with one large step each."""
    lie, euler, angles = (label(f) for f in (LIE, EULER, CARDAN_2))
    return {
        **deviations(),
        **measured(FREE, (lie, euler, angles), [1e-4]),
        **measured(HELD, (lie, euler, label(LIE, MODIFIED)), [1e-4]),
        **measured(CRANK, (lie, euler), [4e-3]),
        **measured(ROBOT, (lie, angles, label(JOINT)), [0.1]),
        **measured(ROBOT, (euler, label(LIE, LOOSE)), [0.05]),
        **measured(AT_JOINT, (label(SE3),), [1e-4]),
        **measured(f"{FREE}, explicit", (f"{lie}, RK44", f"{angles}, RK44"), [8e-4]),
    }


STATEMENTS = (*seed_001_explicit.STATEMENTS, *seed_001_implicit.STATEMENTS, *seed_001_mechanisms.STATEMENTS)
PAPER = Paper("seed_001", EQUATIONS, STATEMENTS, measure, measure_some, TABLES)


def main(workshop: Workshop) -> None:
    """Measure, and write tables and figures."""
    PAPER.write(workshop)
    motions(workshop)
    if not workshop.quick:
        diagrams(workshop, PAPER.numbers(workshop.folder))
