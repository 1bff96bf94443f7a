"""Loads all modules for a check. The parent process imports this module once, before it forks the checking processes."""

from rbsolve.processes.start import settle

settle()  # this call must precede the import of numpy

import rbsolve.studies.preparation.preparing  # noqa: E402, F401  # loaded once for all checks, after `settle`
from rbsolve.pipeline import check_deck  # noqa: E402  # after `settle`

check_deck("@COMMENTS {}")  # this call loads lazily imported modules
