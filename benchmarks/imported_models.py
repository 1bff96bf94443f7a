"""Imports every URDF and MJCF model in some folders, verifies it, and writes the table of the documentation.

`python benchmarks/imported_models.py FOLDER ...`, for example the `site-packages` of an environment with
`example-robot-data`, `mujoco`, `dm_control` and `gymnasium`. The script writes docs/figures/imported_models.md. An
argument that ends in `.md` is such a table, whose rows are kept.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rbsolve.foreign.mjcf import read_mjcf
from rbsolve.foreign.model import ForeignModel, ImportFailed
from rbsolve.foreign.proof import ProofFailed, prove
from rbsolve.foreign.urdf import read_urdf
from rbsolve.foreign.writing import gravity_of, write_deck, write_files
from rbsolve.language.diagnostics import Severity
from rbsolve.pipeline import check_deck

TABLE = (Path(__file__).parents[1] / "docs" / "figures" / "imported_models").with_suffix(".md")
KINDS = (
    ("starts at", "start moved to a bound"),
    ("has no mass: it gets", "massless link"),
    ("is not found", "mesh not found"),
    ("has the format", "mesh format"),
    ("effort and velocity", "limits of effort, velocity"),
    ("collisions", "collision shapes"),
    ("contacts", "contacts"),
    ("tendons", "tendon"),
    ("actuator", "actuator"),
    ("sensors", "sensors"),
    ("keyframes", "keyframes"),
    ("equality", "equality"),
    ("armature", "armature or damping of free or ball joint"),
    ("ball joint", "limit of a ball joint"),
    ("fluid", "fluid"),
    ("negative principal", "impossible inertia"),
    ("moves no mass", "no mass outboard of a joint"),
    ("does not act", "safety controller, calibration"),
    ("<gazebo>", "`<gazebo>`"),
    ("<transmission>", "`<transmission>`"),
    ("mirrored", "mirrored mesh"),
    ("follows", "mimic joint of a rigid or missing joint"),
    ("not coupled", "mimic joint of a rigid or missing joint"),
    ("contradictory", "limits without room"),
    ("warning of MuJoCo", "warning of MuJoCo"),
    ("no counterpart", "other elements"),
)


class Row(NamedTuple):
    name: str
    format: str
    links: int
    difference: str
    warnings: int
    notes: int
    remark: str


def kind_of(message: str) -> str:
    return next((kind for part, kind in KINDS if part in message), "other")


def row_of(path: Path, name: str, folder: Path, kinds: Counter[str]) -> Row:
    """Import a model and verify it. If the import fails, the remark in the table gives the reason."""
    kind = "URDF" if path.suffix == ".urdf" else "MJCF"
    model: ForeignModel | None = None
    difference, remark = "", ""
    try:
        model = read_urdf(path) if kind == "URDF" else read_mjcf(path)
        written = write_deck(model)
        output = folder / f"{len(list(folder.iterdir()))}" / "model.deck"
        output.parent.mkdir()
        write_files(written, output)
        found = prove(written, output, path, np.array(gravity_of(model, None)))
        difference = f"{found.largest:.0e}" if found.states else "nothing moves"
        obstacle = next((one for one in check_deck(output).diagnostics if one.severity is Severity.ERROR), None)
        if obstacle is not None:
            remark = f"no run: {obstacle.message}"
        if found.as_changed is not None:
            remark = f"{found.as_changed:.0e} with the same changes in {found.oracle}: {', '.join(found.changes)}"
    except ImportFailed as failed:
        remark = next(found for found in failed.findings if found.severity is Severity.ERROR).message
    except ProofFailed as failed:
        remark = str(failed)
    except OSError as error:
        remark = f"{Path(str(error.filename)).name}: {error.strerror}"
    findings = [] if model is None else list(model.findings)
    kinds.update(kind_of(finding.message) for finding in findings)
    warnings = sum(finding.severity is Severity.WARNING for finding in findings)
    remark = remark.replace("|", "/").replace(str(path.parent) + "/", "")[:120]
    return Row(
        name, kind, 0 if model is None else len(model.links), difference, warnings, len(findings) - warnings, remark
    )


def models(folders: list[Path]) -> list[tuple[Path, str]]:
    files = [path for folder in folders for path in sorted((*folder.rglob("*.urdf"), *folder.rglob("*.xml")))]
    return [
        (path, f"{path.parent.name}/{path.name}")
        for path in files
        if path.suffix == ".urdf" or re.search(r"<mujoco[\s>]", path.read_text(errors="replace"))
    ]


def read_table(path: Path) -> tuple[list[Row], Counter[str]]:
    """Return the rows of a table, and the numbers of diagnostics by their kind."""
    rows: list[Row] = []
    kinds: Counter[str] = Counter()
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == len(Row._fields) and cells[1] in ("URDF", "MJCF"):
            links, warnings, notes = (int(cells[k] or 0) for k in (2, 4, 5))
            rows.append(Row(cells[0], cells[1], links, cells[3], warnings, notes, cells[6]))
        elif len(cells) == 2 and cells[1].isdigit():
            kinds[cells[0]] += int(cells[1])
    return rows, kinds


def write(arguments: list[Path]) -> None:
    rows: list[Row] = []
    kinds: Counter[str] = Counter()
    for table in (path for path in arguments if path.suffix == ".md"):
        kept, found = read_table(table)
        rows += kept
        kinds += found
    with tempfile.TemporaryDirectory() as scratch:
        for path, name in models([path for path in arguments if path.suffix != ".md"]):
            rows.append(row_of(path, name, Path(scratch), kinds))
            print(*rows[-1], flush=True)
    proved = [row for row in rows if row.difference and row.difference != "nothing moves"]
    within = sum(float(row.difference) <= 1e-10 for row in proved)
    lines = [
        f"{len(rows)} files: {sum(bool(row.difference) for row in rows)} are imported and compared, {len(proved)} of them have "
        f"moving parts, and {within} of these agree within 1e-10. "
        "The difference is the largest of mass matrix, gravity and bias forces at 20 random states, "
        "relative to the largest entry.",
        "",
        "| model | format | links | difference | warnings | notes | remark |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {r.name} | {r.format} | {r.links or ''} | {r.difference} | {r.warnings or ''} | {r.notes or ''} | {r.remark} |"
            for r in rows
        ),
        "",
        "| diagnostics | number |",
        "|---|---|",
        *(f"| {kind} | {count} |" for kind, count in kinds.most_common()),
        "",
    ]
    TABLE.write_text("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    write([Path(name) for name in sys.argv[1:]])
