"""\"Did you mean ...?\": the nearest known word to one that is not known."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

# Comparing takes some 10 microseconds a word, so a long list is first cut to words of about the same letters.
LONG_LIST = 500
ENOUGH = 50


class Suggestions:
    """Finds near words; after `ENOUGH` long searches it gives up: a deck with a thousand mistakes is read fast."""

    def __init__(self) -> None:
        self._long_searches = 0

    def closest(self, word: str, candidates: Collection[str]) -> str | None:
        """The candidate that is nearest to a word, or None when none is near."""
        if not word or len(word) > 200:
            return None
        if len(candidates) > LONG_LIST:
            self._long_searches += 1
            if self._long_searches > ENOUGH:
                return None
            candidates = [c for c in candidates if abs(len(c) - len(word)) < 3 and _shares_ends(c, word)][:LONG_LIST]
        folded: dict[str, str] = {}
        for candidate in candidates:
            folded.setdefault(candidate.upper(), candidate)
        near = get_close_matches(word.upper(), folded, n=1, cutoff=0.6)
        return folded[near[0]] if near else None

    def did_you_mean(self, word: str, candidates: Collection[str], prefix: str = "") -> str | None:
        """A hint with the nearest candidate, or None."""
        near = self.closest(word, candidates)
        return None if near is None else f"did you mean `{prefix}{near}`?"


def _shares_ends(a: str, b: str) -> bool:
    return a[:2].upper() == b[:2].upper() or a[-2:].upper() == b[-2:].upper()
