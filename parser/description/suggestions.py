"""Suggests the known word that is most similar to an unknown word, with the words "did you mean"."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

# A comparison takes about 10 microseconds per word. A long list is therefore first reduced to the words with similar
# letters. After about a second in total, no more suggestions are computed. A deck with 100,000 mistakes is thus still
# read quickly.
LONG_LIST = 100
SCANNED_PER_COMPARED = 30
MOST_COMPARED = 100_000
LONGEST_WORD = 100


class Suggestions:
    """Finds similar words, and caches the results."""

    def __init__(self) -> None:
        # Results by word and by the id of the list. The list is stored too, because an id is unique only while its list
        # exists.
        self._found: dict[tuple[str, int], tuple[Collection[str], str | None]] = {}
        self._compared = 0

    def closest(self, word: str, candidates: Collection[str]) -> str | None:
        """Return the candidate that is most similar to a word, or None if no candidate is similar."""
        key = (word, id(candidates))
        known = self._found.get(key)
        if known is not None:
            return known[1]
        if not word or len(word) > LONGEST_WORD or self._compared > MOST_COMPARED:
            return None
        self._compared += min(len(candidates), LONG_LIST) + len(candidates) // SCANNED_PER_COMPARED
        near = _closest(word, candidates)
        self._found[key] = (candidates, near)
        return near

    def did_you_mean(self, word: str, candidates: Collection[str]) -> str | None:
        """Return a hint with the most similar candidate, or None."""
        near = self.closest(word, candidates)
        return None if near is None else f"did you mean `{near}`?"


def _closest(word: str, candidates: Collection[str]) -> str | None:
    if len(candidates) > LONG_LIST:
        candidates = [c for c in candidates if abs(len(c) - len(word)) < 3 and _shares_an_end(c, word)][:LONG_LIST]
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.upper(), candidate)
    near = get_close_matches(word.upper(), folded, n=1)
    return folded[near[0]] if near else None


def _shares_an_end(a: str, b: str) -> bool:
    return a[:2].upper() == b[:2].upper() or a[-2:].upper() == b[-2:].upper()
