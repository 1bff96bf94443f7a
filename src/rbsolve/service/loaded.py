"""Imported by the process from which those that check decks are forked: all that a check needs is loaded then, once for all of them."""

from rbsolve.processes.start import settle

settle()  # before numpy is loaded

import rbsolve.studies.preparing  # noqa: E402, F401
from rbsolve.pipeline import check_deck  # noqa: E402

check_deck("@COMMENTS {}")  # imports are lazy
