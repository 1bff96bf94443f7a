"""After a small change, the editor reads only the changed piece of a deck. The tree is that of the whole deck."""

import random
from pathlib import Path

import pytest

from rbsolve.editor.pieces import PieceReader
from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax.reader import read_tree

DECKS = sorted((Path(__file__).parents[2] / "decks").glob("*.deck"))
DECK = """! a remark with a brace {
@POINT_DEFINITION {
  @POINT_NAME {a} { @COORDINATES {1, 0, 0} } ! another }
  @POINT_NAME {b} { @COORDINATES {2, 0, 0} @COMMENTS {on one line} }
  @POINT_NAME {c} { @COORDINATES {3, 0, 0} }
}
@INCLUDE {"other {.deck"}
@COMMENTS {one}
"""


def shapes(blocks):
    """Return the blocks, and omit the places of braces that contain no items."""
    return [
        (
            b.keyword,
            b.items and [tuple(i[:2]) + tuple(i[3:]) for i in b.items],
            b[4:6],
            b[10:],
            b.body and shapes(b.body),
        )
        for b in blocks
    ]


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_reading_by_pieces_is_reading_at_once(path, monkeypatch):
    monkeypatch.setattr("rbsolve.editor.pieces.LINES", 4)
    text = path.read_text()
    chance = random.Random(path.stem)
    reader = PieceReader()
    for _ in range(12):
        pieces, whole = Diagnostics(), Diagnostics()
        source = Source("a.deck", text)
        assert shapes(reader.read(source, pieces).blocks) == shapes(read_tree(source, whole).blocks)
        assert [one.as_json() for one in pieces] == [one.as_json() for one in whole]
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(["\n", "x", "{", "}", "! ", "@A {1}\n", ""]) + text[at + chance.randrange(3) :]


@pytest.mark.parametrize(
    ("line", "piece"),
    [
        (2, "  @POINT_NAME {a} { @COORDINATES {1, 0, 0} } ! another }"),
        (3, "  @POINT_NAME {b} { @COORDINATES {2, 0, 0} @COMMENTS {on one line} }"),
        (4, "  @POINT_NAME {c} { @COORDINATES {3, 0, 0} }"),
        (6, '@INCLUDE {"other {.deck"}'),
        (7, "@COMMENTS {one}"),
    ],
)
def test_only_the_changed_piece_is_read_again(monkeypatch, line, piece):
    monkeypatch.setattr("rbsolve.editor.pieces.LINES", 1)
    read = []

    def reading(source, diagnostics):
        read.append(source.text.lstrip("\n"))
        return read_tree(source, diagnostics)

    monkeypatch.setattr("rbsolve.editor.pieces.read_tree", reading)
    reader, diagnostics = PieceReader(), Diagnostics()
    reader.read(Source("a.deck", DECK), diagnostics)
    assert "".join(read).count("@POINT_NAME") == 3
    read.clear()
    lines = DECK.split("\n")
    assert lines[line] == piece
    lines[line] += " ! now"
    tree = reader.read(Source("a.deck", "\n".join(lines)), diagnostics)
    assert read == [piece + " ! now"]
    assert shapes(tree.blocks) == shapes(read_tree(Source("a.deck", DECK), diagnostics).blocks)


@pytest.mark.parametrize("comment", ["one\n! two", "one\n! {\n", 'one\n"two', 'one "\n', "one ! {\n", "{\n"], ids=repr)
def test_comments_of_several_lines_are_read_at_once(monkeypatch, comment):
    monkeypatch.setattr("rbsolve.editor.pieces.LINES", 1)
    source = Source("a.deck", f"@A {{1}} @COMMENTS {{{comment}}}\n@B {{\n  @C {{2}}\n}}\n@D {{3}}\n")
    read = PieceReader().read(source, Diagnostics())
    assert shapes(read.blocks) == shapes(read_tree(source, Diagnostics()).blocks)
    assert [block.keyword for block in read.blocks] == ["A", "COMMENTS", "B", "D"]
