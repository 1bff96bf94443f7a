"""The pages of results. Every figure, table and deck that a page names exists, and every figure and table is shown."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [*sorted(DOCS.glob("*.md")), *sorted((DOCS / "how-to").glob("*.md"))]
RESULTS = [page for page in PAGES if page.stem.startswith("results-")]
SHOWN = re.compile(r"!\[[^]]*\]\((?:\.\./)?(figures/[^)]+)\)|```\{include\} (?:\.\./)?(figures/\S+)")
DECK = re.compile(r"(?<![/\w])decks/([\w*]+\.(?:deck|py|dat))")


def figures_and_tables(page):
    return [picture or table for picture, table in SHOWN.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_figures_tables_and_decks_of_a_page_exist(page):
    decks = DECK.findall(page.read_text(encoding="utf-8"))
    assert not [name for name in figures_and_tables(page) if not (DOCS / name).is_file()]
    assert not [name for name in decks if not list((DOCS.parent / "decks").glob(name))]


@pytest.mark.parametrize("page", RESULTS, ids=lambda page: page.stem)
def test_a_page_of_results_shows_figures_and_names_its_decks(page):
    assert len(figures_and_tables(page)) > 1
    assert DECK.search(page.read_text(encoding="utf-8"))


def test_every_figure_and_table_is_shown():
    shown = {name for page in PAGES for name in figures_and_tables(page)}
    made = {f"figures/{path.name}" for path in (DOCS / "figures").iterdir() if path.suffix in (".png", ".md")}
    assert made <= shown


def test_the_script_writes_what_the_pages_show():
    """The test finds the name of each picture and table in the sources of the script. The script takes too long to run
    here."""
    scripts = [*(DOCS / "figures").glob("*.py"), *(DOCS.parent / "benchmarks").glob("*.py")]
    sources = "".join(path.read_text(encoding="utf-8") for path in scripts)
    stems = {Path(name).stem for page in PAGES for name in figures_and_tables(page)}
    tables = ("_equations", "_statements")  # the suffixes of the name of a paper (docs/figures/claims.py)
    missing = [stem for stem in stems if not any(f'"{stem.removesuffix(end)}"' in sources for end in ("", *tables))]
    assert not missing


def test_a_quick_run_does_not_touch_the_documentation(monkeypatch, capsys):
    monkeypatch.syspath_prepend(DOCS / "figures")
    import make

    with pytest.raises(SystemExit):
        make.main(["--quick"])
    assert "another --folder" in capsys.readouterr().err
