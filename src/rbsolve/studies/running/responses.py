"""Creates the scalars that a study requests. Solver processes compute them, so that histories need not be stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.ensemble.responses import Responses

if TYPE_CHECKING:
    from rbsolve.ensemble.variation import Variation
    from rbsolve.studies.disk.folder import StudyFolder


def responses_of(folder: StudyFolder) -> Responses:
    """Return the scalars of the study in a folder."""

    def variation() -> Variation:
        from rbsolve.ensemble.variation import Variation
        from rbsolve.pipeline import parse_deck

        options = folder.options(None)
        return Variation(parse_deck(folder.deck(0), options), options)

    return Responses(folder.manifest.responses, folder.table.case, variation)
