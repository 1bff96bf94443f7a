"""The page about diagnostics of runs lists every code. `python tests/docs/test_run_findings.py` writes its table."""

from __future__ import annotations

from pathlib import Path

from rbsolve.solver.model.findings import RUN_CODES

PAGE = Path(__file__).parents[2] / "docs" / "run-findings.md"
HEAD = "| code | meaning |\n|---|---|\n"


def with_table(page: str) -> str:
    """Return the page with the table of all codes."""
    before, _, behind = page.partition(HEAD)
    rows = "".join(f"| `{code}` | {meaning} |\n" for code, meaning in RUN_CODES.items())
    return before + HEAD + rows + behind[f"\n{behind}".index("\n\n") :]


def test_the_page_lists_every_code():
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page), "run: python tests/docs/test_run_findings.py"


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
