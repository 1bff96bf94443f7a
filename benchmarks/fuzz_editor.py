"""A long search for texts that the language server cannot handle: `python benchmarks/fuzz_editor.py --edits 100000`.

The script first sends all prefixes of every deck (or as many as `--seconds` permits), and then consecutive random
edits. At the place of each edit, the script requests hover, completion, names, outline, colours, values, diagnostics
with fixes, and formatting. The exit code is 1 if a request raised an exception.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from deck_mutations import CHARACTERS, mutant

from rbsolve.editor import names
from rbsolve.editor.answers import colours, completion, fixes, hover, inlay, outline, renaming
from rbsolve.editor.deck import OpenDeck
from rbsolve.editor.pieces import PieceReader
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree
from rbsolve.parser.formatting import format_text

DECKS = Path(__file__).parents[1] / "decks"


def ask(deck: OpenDeck, line: int, column: int) -> None:
    """Send every request that an editor may send."""
    hover.hover(deck, line, column)
    completion.completions(deck, deck, line, column, snippets=True)
    wanted = names.occurrence_at(deck.tree, deck.name, line, column)
    if wanted is not None:
        with contextlib.suppress(renaming.CannotRename):
            renaming.edits(names.same(deck.whole[0], wanted), "x", deck, "untitled:a")
    outline.folds(deck)
    outline.symbols(deck)
    colours.semantic_tokens(deck.lines)
    inlay.inlay_hints(deck, 1, len(deck.lines))
    fixes.fixes_of(fixes.diagnostics_of(deck.checked.diagnostics, deck.name, deck.lines), "untitled:a", deck.lines)
    syntax = Diagnostics()
    read_tree(Source(deck.name, deck.text), syntax)
    if not syntax.has_errors:
        format_text(deck.text)


class Search:
    """Sends requests about texts and counts failures."""

    def __init__(self) -> None:
        self.asked = 0
        self.failures: Counter[str] = Counter()

    def about(self, text: str, offset: int, reader: PieceReader | None = None) -> None:
        self.asked += 1
        line = text.count("\n", 0, offset) + 1
        column = offset - text.rfind("\n", 0, offset)
        try:
            ask(OpenDeck(text, reader=reader), line, column)
        except Exception:
            what = traceback.format_exc()
            last = what.splitlines()[-1]
            self.failures[last] += 1
            if self.failures[last] == 1:
                print(f"--- after {text[max(0, offset - 60) : offset]!r}\n{what}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=100_000)
    parser.add_argument("--prefixes", type=float, default=1.0, help="the part of all prefixes that is asked about")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    stop = time.monotonic() + arguments.seconds
    decks = [path.read_text(encoding="utf-8") for path in sorted(DECKS.glob("*.deck"))]
    search = Search()
    for text in decks:
        for end in range(len(text)):
            if chance.random() < arguments.prefixes and time.monotonic() < stop:
                search.about(text[:end], end)
    print(f"{search.asked} prefixes", flush=True)
    text, reader = decks[0], PieceReader()
    for edit in range(arguments.edits):
        if time.monotonic() > stop:
            break
        if edit % 50 == 0:
            text, reader = chance.choice(decks), PieceReader()
        if chance.random() < 0.2:
            text = mutant(text, chance)[1] or " "
            at = chance.randrange(len(text))
        else:
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(CHARACTERS) + text[at + chance.randrange(3) :]
        search.about(text, min(at + 1, len(text)), reader)
    print(f"{search.asked} texts, {sum(search.failures.values())} exceptions {dict(search.failures)}")
    return int(bool(search.failures))


if __name__ == "__main__":
    sys.exit(main())
