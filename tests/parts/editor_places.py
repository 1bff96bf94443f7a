"""Places in texts, and answers of the language server there."""

from rbsolve.editor import names
from rbsolve.editor.answers import completion
from rbsolve.editor.deck import OpenDeck


def place(text, mark, shift=1):
    """Return line and column inside the first occurrence of a mark."""
    offset = text.index(mark) + shift
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def labels_at(deck, written):
    """Return the completions at the `|` of a text, with the names of a deck."""
    line, column = place(written, "|", 0)
    other = OpenDeck(written.replace("|", ""))
    return [item.label for item in completion.completions(other, deck, line, column, snippets=True)]


def same_places(text, word):
    tree = OpenDeck(text).tree
    wanted = names.occurrence_at(tree, "<text>", *place(text, word))
    return [(one.span.line, one.span.text, one.is_definition) for one in names.same(tree, wanted)]
