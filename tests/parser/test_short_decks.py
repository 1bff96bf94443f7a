"""The table of short decks in the documentation has the current line counts of the decks. Both forms of a deck give the
same model.
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
import short_decks


def test_the_table_of_the_documentation_is_that_of_the_decks():
    page = short_decks.PAGE.read_text(encoding="utf-8")
    written = page.split(short_decks.BEGIN)[1].split(short_decks.END)[0]
    assert written == short_decks.table()  # the function compares all values of both forms
