"""A silenced check has its reason in a comment on the same line or above it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SILENCED = re.compile(r"#\s*(?:noqa:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*|type:\s*ignore\[[\w, -]+\])(.*)$")
FOLDERS = ("solver", "language", "parser", "geometry", "validation", "src", "tests", "benchmarks", "docs", "backend")


def bare(text):
    """Yield the numbers of the lines that silence a check without a reason."""
    above = ""
    for number, line in enumerate(text.splitlines(), start=1):
        found = SILENCED.search(line)
        if found and not re.search("[a-z]{2}", found[1]) and not above.lstrip().startswith("#"):
            yield number
        above = line


def test_every_silenced_check_has_a_reason():
    assert [
        *bare("a = 1  # noqa: B018\nb = 2  # noqa: B018  the access raises\n# why\nc = 3  # type: ignore[misc]")
    ] == [1]
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "built" not in path.parts]
    assert len(files) > 1000
    assert {
        str(path.relative_to(ROOT)): [*bare(path.read_text("utf-8"))]
        for path in files
        if [*bare(path.read_text("utf-8"))]
    } == {}
