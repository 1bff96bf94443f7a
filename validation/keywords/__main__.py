"""Solve all decks and write the page: `python -m rbsolve.validation.keywords FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from rbsolve.validation.keywords.cases import DECKS
from rbsolve.validation.keywords.table import outcomes, page

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m rbsolve.validation.keywords FILE")
    Path(sys.argv[1]).write_text(page([outcome for deck in DECKS for outcome in outcomes(deck)]))
