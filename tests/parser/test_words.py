"""Lists of names in messages."""

import pytest

from rbsolve.language.words import listed


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a, b"),
        (["a", "b", "c"], "a, b and 1 more"),
        (list("abcde"), "a, b and 3 more"),
    ],
)
def test_lists_name_the_first_and_count_the_others(names, text):
    assert listed(names, 2) == text
