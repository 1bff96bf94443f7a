"""Decks with one error each, which a seeded generator makes from correct decks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

# People and programs write such wrong numbers. The numbers are too large, too small, or not a number.
NUMBERS = (
    "0", "-1", "1", "-0.0", "1e-320", "1e-12", "1e12", "1e154", "1e300", "-1e308", "1e400", "1/0", "sqrt(-1)", "1e200*1e200",
    "0*1e308", "2^2000", "1e9", "123456789012345678901234567890", "nan", "inf", "#nothing", "pi", "1,5", "", "1 2", "(1", "1)",
    "1 < 2", "if(0, 1/0, 2)", "1 < 2 < 3", "not 0 and", "#(1 + 1)", "#(i", "step(1, 1, 1)",
)  # fmt: skip
WORDS = (
    "",
    "GROUND",
    "SYSTEM",
    "INERTIAL",
    "nothing",
    "1",
    "#x",
    "YES",
    "a b",
    "ä",
    "P-1",
    "TRIAD_INERTIAL",
    '"quoted"',
)
CHARACTERS = '{}@!"#,;()\\\n\t \0äé0.eE-+*/^'
_NUMBER = re.compile(r"(?<![\w.#])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])")
_KEYWORD = re.compile(r"@\w+")
_NAME = re.compile(r"(?<=[{,])\s*[A-Za-z_][\w.\-]*(?=\s*[,}])")
_PARAMETER = re.compile(r"@\w+\s*\{[^{}@]*\}(?!\s*\{)")
_BLOCK = re.compile(r"@\w+\s*\{[^{}@]*\}\s*\{(?:[^{}]|\{[^{}]*\})*\}")

Mutation = Callable[[str, random.Random], str]


def _replace(pattern: re.Pattern[str], choose: Callable[[str, random.Random], str]) -> Mutation:
    """Return a mutation of a match of a pattern."""

    def mutate(text: str, chance: random.Random) -> str:
        matches = list(pattern.finditer(text))
        if not matches:
            return text
        match = chance.choice(matches)
        return text[: match.start()] + choose(match[0], chance) + text[match.end() :]

    return mutate


def _misspelt(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word))
    return chance.choice([word[:at] + word[at + 1 :], word[:at] + "X" + word[at:], word.lower(), word[:at]])


def _character(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    inserted = chance.choice(CHARACTERS)
    return text[:at] + inserted + text[at + chance.randrange(2) :]


def _cut(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text))
    return text[:start] + text[start + chance.randrange(1, 60) :]


def _twice(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text))
    stop = start + chance.randrange(1, 200)
    return text[:stop] + text[start:]


def _end(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]


MUTATIONS: dict[str, Mutation] = {
    "number": _replace(_NUMBER, lambda _, chance: chance.choice(NUMBERS)),
    "scaled": _replace(_NUMBER, lambda word, chance: f"({word})*1e{chance.randrange(-30, 30)}"),
    "name": _replace(_NAME, lambda word, chance: chance.choice([*WORDS, _misspelt(word + "_", chance)])),
    "keyword": _replace(_KEYWORD, _misspelt),
    "parameter missing": _replace(_PARAMETER, lambda _, chance: ""),
    "parameter twice": _replace(_PARAMETER, lambda word, chance: word + " " + word),
    "block missing": _replace(_BLOCK, lambda _, chance: ""),
    "block twice": _replace(_BLOCK, lambda word, chance: word + "\n" + word),
    "brace": _replace(re.compile(r"[{}]"), lambda _, chance: chance.choice(["", "{", "}", "{{", "}}", "(", "]"])),
    "character": _character,
    "cut": _cut,
    "repeated": _twice,
    "end": _end,
}


def mutant(text: str, chance: random.Random) -> tuple[str, str]:
    """Return the kind of an error, and the deck with this error."""
    kind = chance.choice(list(MUTATIONS))
    return kind, MUTATIONS[kind](text, chance)
