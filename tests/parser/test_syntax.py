"""Parsing of correct decks, in any style of an author."""

import random
import string
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rbsolve.language.diagnostics import Diagnostics, Source
from rbsolve.language.syntax import Block, decode, read_tree


def read(text):
    diagnostics = Diagnostics()
    tree = read_tree(Source("a.deck", text), diagnostics)
    assert list(diagnostics) == []
    return tree.blocks


def plain(block):
    """Return a block without places, as (keyword, items or None, body or None)."""
    items = None if block.items is None else [item.text for item in block.items]
    return block.keyword, items, None if block.body is None else [plain(child) for child in block.body]


def place(span):
    return span.line, span.column, span.end_line, span.end_column


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("! nothing but a comment", []),
        ("@A {1}", [("A", ["1"], None)]),
        ("@A{}", [("A", [], None)]),
        ("@A { \n\t }", [("A", [], None)]),
        ("@A { ! empty\n }", [("A", [], None)]),
        ("@A {} {}", [("A", [], [])]),
        ("@A {x} {}", [("A", ["x"], [])]),
        ("@A {x} { ! empty\n }", [("A", ["x"], [])]),
        ("@A { @B {1} }", [("A", None, [("B", ["1"], None)])]),
        ("@A{@B{1}@C{2}}@D{3}", [("A", None, [("B", ["1"], None), ("C", ["2"], None)]), ("D", ["3"], None)]),
        ("@A ! name\n {x} ! body\n { ! first\n @B ! @C {\n {1} ! }\n }", [("A", ["x"], [("B", ["1"], None)])]),
        (
            "@A {x} { @B {y} { @C {z} } @D {1} }",
            [("A", ["x"], [("B", ["y"], [("C", ["z"], None)]), ("D", ["1"], None)])],
        ),
        ("@A {1.e-3, +7.3e+00,1.00000e+000 , -.5}", [("A", ["1.e-3", "+7.3e+00", "1.00000e+000", "-.5"], None)]),
        ("@A {6X6_MATRICES, a-b.c, #L}", [("A", ["6X6_MATRICES", "a-b.c", "#L"], None)]),
        ("@A {.\\FIGURES\\}", [("A", [".\\FIGURES\\"], None)]),
        ("@A {1,\n 2, ! two\n 3}", [("A", ["1", "2", "3"], None)]),
        ("@A {atan2(1, 2), max(1, min(2, 3)), 4}", [("A", ["atan2(1, 2)", "max(1, min(2, 3))", "4"], None)]),
        ("@A {f(1, 2), (3, g(4, 5)), h(6), 7}", [("A", ["f(1, 2)", "(3, g(4, 5))", "h(6)", "7"], None)]),
        ("@A {a(b, c)d), e}", [("A", ["a(b, c)d)", "e"], None)]),
        ("@A {f(1, 2}", [("A", ["f(1", "2"], None)]),
        ('@A {"a, b", "! @ { }", ""}', [("A", ["a, b", "! @ { }", ""], None)]),
        ("@A {Time (sec), x = y}", [("A", ["Time (sec)", "x = y"], None)]),
        ('@COMMENTS {a, b! @C { ("}', [("COMMENTS", ['a, b! @C { ("'], None)]),
        ("@COMMENTS {}", [("COMMENTS", [], None)]),
        ("@COMMENTS ! }\n {\n two\nlines }", [("COMMENTS", ["two\nlines"], None)]),
        ("@A {x} { @COMMENTS {@B {} @C {1} }", [("A", ["x"], [("COMMENTS", ["@B {"], None), ("C", ["1"], None)])]),
        ("@COMMENTS_2 {a, b}", [("COMMENTS_2", ["a", "b"], None)]),
        ("@A {1}\n! @COMMENTS {x\n@B {2}", [("A", ["1"], None), ("B", ["2"], None)]),
        ("@A\u00a0{1}", [("A", ["1"], None)]),
    ],
)
def test_blocks(text, expected):
    assert [plain(block) for block in read(text)] == expected


def test_a_comment_inside_an_item_keeps_its_offsets():
    (block,) = read("@A {2 * ! twice, or so\n 3}")
    text = block.items[0].text
    assert text.split() == ["2", "*", "3"]
    assert len(text) == len("2 * ! twice, or so\n 3")


def test_only_quoted_items_are_marked():
    (block,) = read('@A {"1", 1}')
    assert [item.quoted for item in block.items] == [True, False]


def test_places():
    text = '! one\n\t@A {P 1}\t{ @B { 1,"two",\n f(3,\n4) } @C{} } @D {\n@E {1} @F {2} {} }'
    a, d = read(text)
    b, c = a.body
    e, f = d.body
    assert place(a.span) == (2, 2, 2, 4)
    assert place(a.items_span) == (2, 5, 2, 10)
    assert place(a.items[0].span) == (2, 6, 2, 9)
    assert place(a.end) == (4, 11, 4, 12)
    assert place(b.items_span) == (2, 16, 4, 5)
    assert [place(item.span) for item in b.items] == [(2, 18, 2, 19), (2, 20, 2, 25), (3, 2, 4, 3)]
    assert place(b.end) == (4, 4, 4, 5)
    assert place(c.items_span) == (4, 8, 4, 10)
    assert d.items is None
    assert d.items_span is None
    assert place(e.span) == (5, 1, 5, 3)
    assert place(e.items[0].span) == (5, 5, 5, 6)
    assert place(f.end) == (5, 16, 5, 17)
    assert place(d.end) == (5, 18, 5, 19)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_and_byte_order_mark(line_end, mark):
    data = mark + line_end.join(["@A {1, ! é", "2}", "@B {", "@C {é}}", ""]).encode()
    diagnostics = Diagnostics()
    tree = read_tree(decode(data, "a.deck", diagnostics), diagnostics)
    assert len(diagnostics) == 0
    a, b = tree.blocks
    assert [item.text for item in a.items] == ["1", "2"]
    assert place(a.items[1].span) == (2, 1, 2, 2)
    assert place(b.body[0].items[0].span) == (4, 5, 4, 6)


BLANKS = ["", " ", "\t", "\n", " \n\t", " ! a comment } { @A\n", '\n!\n!"\n']
NAME = string.ascii_letters + string.digits + "_.-"


class Trees:
    """Random trees as (keyword, items or None, body or None), with about `size` blocks.

    If hypothesis drew each letter, the test would take much longer than reading the trees.
    """

    def __init__(self, seed, size):
        self.choose = random.Random(seed)
        self.left = size

    def heads(self):
        return self.choose.random() < 0.5

    def some(self, make, most, least=0):
        return [make() for _ in range(self.choose.randint(least, most))]

    def letter(self, without):
        """Return a character of UTF-8. The first 128 characters together are as frequent as all other characters
        together.
        """
        while True:
            letter = chr(self.choose.randrange(128 if self.heads() else 0x110000))
            if letter not in without and unicodedata.category(letter) != "Cs":
                return letter

    def word(self):
        rest = self.some(lambda: self.choose.choice(NAME + "\\"), 12)
        return self.choose.choice(NAME + "#+") + "".join(rest)

    def call(self):
        return f"{self.word()}({', '.join(self.some(self.word, 3))})"

    def quoted(self):
        inside = "".join(self.some(lambda: self.letter(without='"\n\r'), 8))
        return f'"{inside}"'

    def argument(self):
        return self.choose.choice((self.word, self.call, self.quoted))()

    def comment(self):
        text = "".join(self.some(lambda: self.letter(without="}\r"), 20)).strip()
        return "COMMENTS", [text] if text else [], None

    def block(self):
        self.left -= 1
        keyword = "".join(self.some(lambda: self.choose.choice("ABCXYZ_019"), 8, least=1))
        items = self.some(self.argument, 5)
        form = self.choose.randrange(4) if self.left > 0 else self.choose.randrange(2)
        if form == 0:
            return self.comment()
        if form == 1:
            return keyword, items, None
        return (keyword, items, self.blocks(4)) if form == 2 else (keyword, None, self.blocks(4, least=1))

    def blocks(self, most, least=0):
        return self.some(self.block, most, least)


def print_tree(tree, blank):
    """Return the text of a tree, with random blanks at permitted places. Also return the pieces of a block and its
    keywords in order.
    """
    pieces = []
    for keyword, items, body in tree:
        pieces += [blank(), f"@{keyword}", blank()]
        if items is not None:
            inside = items[0] if keyword == "COMMENTS" and items else f"{blank()},{blank()}".join(items)
            pad = "" if keyword == "COMMENTS" else blank()
            pieces += ["{", pad, inside, pad, "}", blank()]
        if body is not None:
            pieces += ["{", print_tree(body, blank), "}", blank()]
    return "".join(pieces)


def unquote(tree):
    def text(item):
        return item[1:-1] if item.startswith('"') else item

    return [
        (
            keyword,
            items if keyword == "COMMENTS" or items is None else [text(item) for item in items],
            None if body is None else unquote(body),
        )
        for keyword, items, body in tree
    ]


def some_tree(seed, size):
    """Return a tree and its text."""
    trees = Trees(seed, size)
    tree = trees.blocks(5)
    return tree, print_tree(tree, lambda: trees.choose.choice(BLANKS))


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_a_printed_tree_reads_as_the_same_tree(seed, size):
    tree, text = some_tree(seed, size)
    assert [plain(block) for block in read(text)] == unquote(tree)


def source_text(source, span):
    lines = source.text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def check_places(block: Block):
    assert source_text(block.source, block.span) == f"@{block.keyword}"
    assert source_text(block.source, block.end) == "}"
    if block.items is not None:
        arguments = source_text(block.source, block.items_span)
        assert (arguments[0], arguments[-1]) == ("{", "}")
    for item in block.items or ():
        shown = source_text(block.source, item.span)
        assert shown == (f'"{item.text}"' if item.quoted else item.text)
    for child in block.body or ():
        check_places(child)


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_every_place_shows_what_it_is_the_place_of(seed, size):
    _, text = some_tree(seed, size)
    for block in read(text):
        check_places(block)
