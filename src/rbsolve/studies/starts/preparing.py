"""Creates the study of an optimization from several starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from rbsolve.optimizing.optimizing import Optimizing
from rbsolve.search.outputs import write_json
from rbsolve.store import records
from rbsolve.studies.design.cases import CaseTable
from rbsolve.studies.disk.folder import Manifest, StudyFolder
from rbsolve.studies.disk.snapshots import copy_deck
from rbsolve.studies.preparation import keys
from rbsolve.studies.preparation.preparing import establish
from rbsolve.studies.starts.ends import KIND

REQUEST = "request.json"
"""The file in the study's folder with the request of the optimization."""


def make_starts(optimizing: Optimizing, path: Path) -> StudyFolder:
    """Write the folder of a study whose cases are the starts of an optimization, and record the study in its store. The
    folder `path` exists, and contains no study.
    """
    base = optimizing.base
    points = np.array([optimizing.scaling.parameters(point) for point in optimizing.points()])
    names = [variable.name for variable in optimizing.scaling.variables]
    options = base.options
    deck, origin = copy_deck(base.contents, path, "")
    given: Mapping[str, Any] = options.parameters
    write_json(path / REQUEST, {"request": {**asdict(optimizing.request), "threads": 1}, "parameters": given})
    method = options.integrator, options.formulation, options.step, options.t_end
    manifest = Manifest(
        id=records.new_id(),
        kind=KIND,
        cases=len(points),
        decks=[deck],
        origins=[origin],
        names=names,
        widths=[1] * len(names),
        ids=keys.ids_of(base.contents.sources, method),
        integrator=options.integrator,
        formulation=options.formulation,
        step=options.step,
        t_end=options.t_end,
        method_options={key: str(value) for key, value in options.method_options.items()},
        keep=[],
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    folder = StudyFolder(path)
    table = CaseTable(tuple(names), (1,) * len(names), points)
    establish(folder, manifest, table, enter=True)
    return folder
