"""Creates hints about words and calls in formulas, for example a parameter without `#`, or a wrong call of a function
of time.
"""

from __future__ import annotations

from collections.abc import Collection

from rbsolve.language.expressions.parse import hint_of_variable
from rbsolve.language.expressions.program import ExpressionError
from rbsolve.language.expressions.reading import unknown_function
from rbsolve.language.syntax.tree import Item
from rbsolve.parser.description.suggestions import Suggestions


def hint_of_word(item: Item, parameters: Collection[str], functions: Collection[str]) -> str | None:
    """Return the hint for a word that is in the place of a number. `functions` contains the functions that may be
    called.
    """
    word = item.text
    if item.source.value_of(word) is not None:
        return hint_of_variable(word)
    if f"#{word}" in parameters:
        return f"did you mean `#{word}`?"
    return f"write `{word}(t)`" if word in functions else f"write a parameter as `#{word}`"


def wrong_call(error: ExpressionError, permitted: bool, functions: Collection[str]) -> tuple[str, str | None]:
    """Return the message and the hint of an error in a formula. If the error is a wrong call of a function of time,
    they explain what is wrong. `permitted` tells whether the formula may call functions of time.
    """
    name = error.function
    if name not in functions:
        return error.message, error.hint
    if permitted:
        return f"the function of time {name} takes one argument", f"write `{name}(t)`"
    return f"the function of time {name} cannot be called here", (
        "only formulas of functions can call a function of time"
    )


def call_in_signals(name: str, functions: Collection[str], suggestions: Suggestions) -> tuple[str, str | None]:
    """Return the message and the hint for a call in a formula of signals. Such a formula cannot call a function of
    time.
    """
    meant = name if name in functions else suggestions.closest(name, functions)
    mistake = unknown_function(name, 0, 0)
    if meant is None:
        return mistake.message, mistake.hint
    hint = f"give the function a signal, `@FUNCTION_1D_NAME {{{meant}}}`, and name that signal here"
    if meant == name:
        return f"a formula of signals cannot call the function of time {name}", hint
    return mistake.message, hint
