"""The parent process of the checking processes imports this module: all modules for a check are loaded once, before the forks."""

from rbsolve.processes.start import settle

settle()  # before numpy is loaded

import rbsolve.studies.preparation.preparing  # noqa: E402, F401
from rbsolve.pipeline import check_deck  # noqa: E402

check_deck("@COMMENTS {}")  # imports are lazy
