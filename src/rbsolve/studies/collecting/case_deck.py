"""Provides the deck of one case, with the parameters written into the text. Such a deck helps to investigate a failed
case.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.building.with_values import DeckWithValues
from rbsolve.results.file.target import OutputError

if TYPE_CHECKING:
    from rbsolve.studies.collecting.reader import StudyResults
    from rbsolve.studies.disk.folder import StudyFolder


class CaseDeck(DeckWithValues):
    """The deck of a case, and the overrides of the study."""

    @classmethod
    def of_folder(cls, folder: StudyFolder, number: int) -> CaseDeck:
        """Return the deck from the copies in a study's folder."""
        deck = folder.deck(number)
        return cls(deck, folder.options(number), f"Case {number} of a study of {deck.name}")

    @classmethod
    def of_file(cls, study: StudyResults, number: int, temporary_folder: Path) -> CaseDeck:
        """Return the deck from the copies in study.h5, which are first written to an empty folder. Raise OutputError if
        the file contains no deck.
        """
        from rbsolve.results.contents.unpacking import unpack_deck
        from rbsolve.studies.collecting.single import options_of

        if "deck" not in study.file:
            raise OutputError(f"{study.path} contains no deck: no case of the study was solved")
        deck, options = unpack_deck(study.file, temporary_folder, options_of(study, number))
        return cls(deck, options, f"Case {number} of a study of {deck.name}")
