"""Every code block of the documentation works. Python blocks and commands run, and decks pass the check.

The blocks of a page share a folder, and its Python blocks share their names. Blocks of other languages are not run. A
`console` block shows an example of a session that takes too long for a test, such as a study of an hour.
"""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from rbsolve.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs").glob("[!_g]*/*.md"))]
BLOCK = re.compile(r"^```(python|sh|rbsolve)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page):
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=lambda page: str(page.relative_to(ROOT)))
def test_the_blocks_of_a_page_run(page, tmp_path, monkeypatch, capsys):
    shutil.copytree(ROOT / "decks", tmp_path / "decks")
    for deck in (*page.parent.glob("*.deck"), *page.parent.glob("*.dym")):
        shutil.copy(deck, tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "__main__"}
    for language, text in blocks(page):
        if language == "python":
            exec(compile(text, str(page), "exec"), names)
        elif language == "rbsolve":
            Path("block.deck").write_text(text)
            assert main(["check", "block.deck", "--syntax-only"]) == 0, text
        else:
            for line in commands(text):
                assert main(shlex.split(line)[1:]) == 0, line


def commands(text):
    """Return the commands of rbsolve, one per line. Commands that install packages or belong to another program are
    omitted.
    """
    lines = text.replace("\\\n", " ").splitlines()
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return [part.split(" #")[0] for part in parts if part.startswith("rbsolve ")]
