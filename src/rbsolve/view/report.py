"""Writes results as a single HTML file that works offline. It contains the viewer, the motion and the histories."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from gzip import compress
from hashlib import sha256
from pathlib import Path

from rbsolve.page import asset
from rbsolve.results.contents.stored import StoredResults
from rbsolve.results.file.hdf5 import storable
from rbsolve.results.file.target import whole
from rbsolve.results.presentation.histories import Histories, contacts_of, diagnostics_of
from rbsolve.scene.gltf import motion_glb
from rbsolve.solver.model.findings import Finding
from rbsolve.view.document import LOCKED, document

STYLES = ("view-style.css", "view-page.css")
LOADER = """\
const packed = Uint8Array.from(atob(document.getElementById("viewer-packed").textContent), (character) => character.charCodeAt(0));
const script = document.createElement("script");
script.type = "module";
script.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
document.head.append(script);
"""
"""The script that unpacks the viewer. The packed viewer is three times smaller. The page's policy contains the hashes
of both scripts.
"""
MOST_ROWS = 2000  # maximum rows of a history; longer histories are shown as envelopes
MOST_OF_CONTACTS = 100_000  # maximum rows of all contacts together


def write_report(runs: Sequence[StoredResults], path: Path) -> None:
    """Write the report of some runs atomically. The first run is drawn solid, and all other runs are drawn translucent."""
    text = report(runs)
    with whole(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def report(runs: Sequence[StoredResults]) -> str:
    """Return the HTML of the report of some runs."""
    style = "\n".join(asset(name).decode() for name in STYLES)
    policy = (
        f"{LOCKED}; script-src '{_hash(LOADER)}' '{_hash(_viewer())}'; style-src '{_hash(style)}'; img-src data: blob:"
    )
    data = _packed_viewer() + "".join(_data(results, f"run{i}") for i, results in enumerate(runs))
    return document(
        title_of(runs[0]),
        subtitle_of(runs[0]),
        [{"label": label_of(results), "id": f"run{i}", "deck": deck_of(results)} for i, results in enumerate(runs)],
        head=f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
        styles=f"<style>{style}</style>",
        data=data,
        script=f'<script type="module">{LOADER}</script>',
        findings=findings_of(runs),
    )


def title_of(results: StoredResults) -> str:
    """Return the name of the deck."""
    return str(results.attributes.get("deck_name", "")) or label_of(results)


def subtitle_of(results: StoredResults) -> str:
    """Return the method, the number of rows, and how the run ended."""
    attributes = results.attributes
    method = " ".join(str(attributes.get(name, "")) for name in ("integrator", "formulation")).strip()
    ended = "" if results.status == "complete" else f"{results.status}: {results.message}"
    rows = f"{len(results.time)} row{'s' * (len(results.time) != 1)}"
    return " · ".join(part for part in (method, rows, _moment(str(attributes.get("created", ""))), ended) if part)


def _moment(text: str) -> str:
    """Convert a time in ISO 8601 to a form for readers, such as `2026-11-28 19:15 UTC`. If the text is no time with a
    time zone, return it unchanged.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    return text if moment.tzinfo is None else f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def findings_of(runs: Sequence[StoredResults]) -> list[tuple[str, Sequence[Finding]]]:
    """For each run, return its label, and the diagnostics of its check and of the run itself."""
    return [(label_of(results), results.findings) for results in runs]


def deck_of(results: StoredResults) -> str:
    """Return the text of the deck, which is empty if the results contain none."""
    return results.deck if "deck/source" in results.file else ""


def label_of(results: StoredResults) -> str:
    """Return a label that distinguishes a run from the other runs."""
    return storable(results.path.stem) if results.path is not None else "run"


def _viewer() -> str:
    return asset("view.js").decode()


@cache
def _packed_viewer() -> str:
    """Return the packed viewer, which all reports contain."""
    return _pack("viewer-packed", _viewer().encode())


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _data(results: StoredResults, identifier: str) -> str:
    histories, contacts = Histories(results), contacts_of(results)
    columns = histories.encode([*results, *diagnostics_of(results)], pixels=MOST_ROWS)
    parts = [("motion", motion_glb(results)), ("sensors", columns)]
    if contacts:
        few = min(MOST_ROWS, MOST_OF_CONTACTS // len(contacts))
        parts.append(("contacts", histories.encode(contacts, pixels=few)))
    return "".join(_pack(f"{identifier}-{name}", content) for name, content in parts)


def _pack(identifier: str, content: bytes) -> str:
    """Return bytes as the content of an element of the page."""
    text = b64encode(compress(content, 9, mtime=0)).decode()
    return f'<script type="application/octet-stream" id="{identifier}">{text}</script>\n'
