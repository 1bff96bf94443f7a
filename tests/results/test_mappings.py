"""Mappings by name: their tables, and the errors for unknown names."""

import pytest

from rbsolve.display.effort import before_stepping
from rbsolve.display.mappings import MOST_SHOWN, Named, html_table, rename, text_table, unknown


def test_columns_of_a_table_are_aligned():
    table = text_table(("name", "value"), [["a", "1.5"], ["longer", ""], ["b", "20"]])
    assert table == "name    value\na       1.5\nlonger\nb       20"
    assert text_table(("a", "b"), []) == "a  b"


def test_cells_of_a_page_are_plain_text():
    page = html_table(("a", "<b>"), [["1 < 2", "&"], ["x", "y"]])
    assert page == (
        "<table><thead><tr><th>a</th><th>&lt;b&gt;</th></tr></thead>"
        "<tbody><tr><td>1 &lt; 2</td><td>&amp;</td></tr><tr><td>x</td><td>y</td></tr></tbody></table>"
    )


@pytest.mark.parametrize("count", [1, MOST_SHOWN, MOST_SHOWN + 1, MOST_SHOWN + 7])
def test_long_mappings_show_their_first_items(count):
    things = Named("sensors", {f"s{k}": k for k in range(count)})
    lines, shown = repr(things).splitlines(), min(count, 30)
    assert lines[0] == f"{count} sensors"
    assert [line.split() for line in lines[1:]][: shown + 1] == [
        ["name", "value"],
        *([f"s{k}", str(k)] for k in range(shown)),
    ]
    assert lines[shown + 2 :] == ([f"... and {count - 30} more"] if count > 30 else [])
    page = things._repr_html_()
    assert page.count("<tr>") == shown + 1
    assert page.endswith(f"... and {count - 30} more" if count > 30 else "</table>")
    assert things._ipython_key_completions_() == list(things)


def test_an_empty_mapping_names_what_it_lacks():
    assert repr(Named("sensors", {})) == "no sensors"


@pytest.mark.parametrize(
    ("what", "name", "known", "message"),
    [
        ("sensors", "tipp", ["rod", "tip"], "there is no sensor tipp: did you mean tip?"),
        ("bodies", "x", ["rod", "wheel"], "there is no body x: the names are rod, wheel"),
        ("sensors", "x", [], "there is no sensor x: the names are none"),
    ],
)
def test_an_unknown_name_is_an_error_with_a_hint(what, name, known, message):
    things = Named(what, dict.fromkeys(known, 1.0))
    assert name not in things
    assert things.get(name) is None
    with pytest.raises(KeyError) as error:
        things[name]
    assert str(error.value) == message


@pytest.mark.parametrize("count", [20, 21])
def test_a_hint_lists_twenty_names(count):
    known = [f"N{k}" for k in range(count)]
    listed = ", ".join(known[:20]) + (", ..." if count > 20 else "")
    assert (
        str(unknown("sensor", "quite different", known))
        == f"there is no sensor quite different: the names are {listed}"
    )


def test_taken_names_get_underscores():
    assert rename(["a", "b", "c", "b"], ["a", "c", "c_"]) == {"a": "a_", "c": "c__", "b": "b_"}


@pytest.mark.parametrize(
    ("compiling", "loading", "words"),
    [
        (0.9, 0.2, ""),
        (5.52, 0.9, ", after 5.52 s of compiling"),
        (0.0, 1.36, ", after 1.36 s of loading"),
        (12.0, 3.0, ", after 12 s of compiling and 3 s of loading"),
    ],
)
def test_long_preparations_are_told(compiling, loading, words):
    assert before_stepping(compiling, loading) == words
