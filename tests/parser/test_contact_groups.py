"""Contacts of many shapes, with their pairs, their materials, and their errors."""

import pathlib

import pytest
from readings import RUN, described, read_description

from rbsolve.pipeline import check_deck

DECK = """
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {b} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
  @RIGID_BODY_NAME {c} { @AT_POINT {5, 0, 0} @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {b1} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @DIMENSIONS {1} }
  @SHAPE_NAME {b2} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {b} @AT_POINT {0, 3, 0} @DIMENSIONS {1} }
  @SHAPE_NAME {c1} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {c} @DIMENSIONS {1} }
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @AT_POINT {0, 0, -1} }
}
@CONTACT_MATERIAL_DEFINITION { @CONTACT_MATERIAL_NAME {glass} { @STIFFNESS {1e9} @RESTITUTION {0.9} @FRICTION_COEFFICIENTS {0.2} } }
"""
CONTACT = "@CONTACT_DEFINITION {{ @CONTACT_NAME {{g}} {{ {} }} }}\n"


def contacts(keywords):
    return described(DECK + CONTACT.format(keywords)).of_kind("CONTACT")


GROUPS = [
    ("{b1, b2, c1} @AGAINST {ITSELF}", {"g.b1.c1": ("b", "c"), "g.b2.c1": ("b", "c")}),
    (
        "{b1, c1} @AGAINST {floor, b2}",
        {"g.b1.floor": ("b", "GROUND"), "g.c1.floor": ("c", "GROUND"), "g.c1.b2": ("c", "b")},
    ),
    ("{b1, c1} @AGAINST {b1, c1}", {"g.b1.c1": ("b", "c")}),  # the same pair in two orders
    ("{b1, c1} @AGAINST {b1, ITSELF}", {"g.b1.c1": ("b", "c")}),
    (
        "{b1, c1} @AGAINST {floor, ITSELF}",
        {"g.b1.c1": ("b", "c"), "g.b1.floor": ("b", "GROUND"), "g.c1.floor": ("c", "GROUND")},
    ),
    ("{b1, c1}", {"g": ("b", "c")}),
]


@pytest.mark.parametrize(
    ("again", "words"),
    [
        ("@STIFFNESS {1e7}", "`@STIFFNESS` occurs twice in contact material wood"),
        ("@CONTACT_MATERIAL_NAME {wood}\n", "`@CONTACT_MATERIAL_NAME` occurs twice in contact heap"),
        ("@AGAINST {floor, ITSELF}", "`@AGAINST` occurs twice in contact heap"),
    ],
)
def test_a_keyword_that_is_given_twice_is_one_error(again, words):
    """The number of pairs of the group does not matter."""
    text = (pathlib.Path(__file__).parents[2] / "decks/heap_of_boxes.deck").read_text()
    assert text.count(again) == 1
    errors = [
        f
        for f in check_deck(text.replace(again, again.strip() + " " + again)).diagnostics
        if f.severity.value == "error"
    ]
    assert [f.message for f in errors] == [words]


@pytest.mark.parametrize(("shapes", "pairs"), GROUPS)
def test_pairs_and_their_bodies(shapes, pairs):
    found = contacts(f"@CONTACT_SHAPES {shapes} @CONTACT_MATERIAL_NAME {{glass}} @RESTITUTION {{0.5}}")
    assert {name: one["CONNECTED_TO_BODIES"] for name, one in found.items()} == pairs
    for one in found.values():
        assert (one["STIFFNESS"], one["RESTITUTION"], one["FRICTION_COEFFICIENTS"]) == (1e9, 0.5, (0.2,))
        assert (one["EXPONENT"], one["TRANSITION_VELOCITY"]) == (1.5, 1e-3)


def test_a_group_is_the_model_of_its_pairs():
    group = CONTACT.format("@CONTACT_SHAPES {b1, c1} @AGAINST {floor} @CONTACT_MATERIAL_NAME {glass}")
    pair = "@CONTACT_NAME {{{0}}} {{ @CONNECTED_TO_BODIES {{{1}, GROUND}} @CONTACT_SHAPES {{{0}, floor}} @STIFFNESS {{1e9}}"
    pairs = " ".join(
        pair.format(*one) + " @RESTITUTION {0.9} @FRICTION_COEFFICIENTS {0.2} }" for one in (("b1", "b"), ("c1", "c"))
    )
    one, other = (
        check_deck(DECK + text + RUN + " } }").compiled.model.contacts
        for text in (group, f"@CONTACT_DEFINITION {{ {pairs} }}\n")
    )
    assert [a.tobytes() for a in one] == [b.tobytes() for b in other]


WRONG = [
    ("@CONTACT_SHAPES {b1, b2, c1} @STIFFNESS {1}", "wrong-count"),
    ("@CONTACT_SHAPES {b1, b2} @AGAINST {ITSELF} @STIFFNESS {1}", "invalid-value"),
    ("@CONTACT_SHAPES {b1, wall} @AGAINST {floor} @STIFFNESS {1}", "unresolved-reference"),
    ("@CONTACT_SHAPES {b1} @AGAINST {floor} @STIFFNESS {1} @CONNECTED_TO_BODIES {b, GROUND}", "conflicting-keywords"),
    ("@CONTACT_SHAPES {b1, c1}", "missing-keyword"),
    ("@CONTACT_SHAPES {b1, c1} @CONTACT_MATERIAL_NAME {glas}", "unresolved-reference"),
    ("@CONTACT_SHAPES {b1, b2} @STIFFNESS {1}", "invalid-value"),
    ("@CONTACT_SHAPES {b1, c1} @AGAINST {floor} @STIFFNESS {-1}", "invalid-value"),
    ("@CONTACT_SHAPES {b1, b2, c1} @AGAINST {floor, ITSELF}", "missing-keyword"),
    ("@CONTACT_SHAPES {b1, b2, c1} @AGAINST {floor, ITSELF} @STIFFNESS {1} @STICTION {1, 2}", "invalid-value"),
    ("@CONTACT_SHAPES {b1, b2, c1} @AGAINST {floor, ä} @STIFFNESS {1}", "wrong-type"),
    ("@CONTACT_SHAPES {b1, b2} @AGAINST {floor, c1} @STIFFNES {1} @CONTACT_MATERIAL_NAME {glass}", "unknown-keyword"),
]


@pytest.mark.parametrize(("keywords", "code"), WRONG)
def test_what_is_wrong_is_one_error(keywords, code):
    _, diagnostics = read_description(DECK + CONTACT.format(keywords))
    assert [finding.code for finding in diagnostics if finding.severity == "error"] == [code]


def test_a_group_that_is_defined_twice_is_one_error_and_so_is_its_name():
    group = CONTACT.format("@CONTACT_SHAPES {b1, b2} @AGAINST {floor, c1} @STIFFNESS {1}")
    for text, message in (
        (group + group, "contact g is defined twice; the first definition is at line 13"),
        (group.replace("{g}", "{ä}"), "`ä` is not a name"),
        (
            group.replace("@STIFFNESS {1}", "@CONTACT_MATERIAL_NAME {wood}")
            + "@CONTACT_MATERIAL_DEFINITION { @CONTACT_MATERIAL_NAME {wood} { @STIFFNESS {1} @RESTITUTIN {1} } }",
            "`@RESTITUTIN` is not a keyword of `@CONTACT_MATERIAL_NAME`",
        ),
    ):
        _, diagnostics = read_description(DECK + text)
        assert [finding.message for finding in diagnostics if finding.severity == "error"] == [message]


def test_a_sensor_of_a_group_is_told_the_contacts_of_it():
    sensor = "@SENSOR_DEFINITION { @SENSOR_NAME {f} { @SENSOR_TYPE {FORCE} @OBJECT_NAME {g} } }"
    group = CONTACT.format("@CONTACT_SHAPES {b1, b2} @AGAINST {floor, c1} @STIFFNESS {1}")
    _, diagnostics = read_description(DECK + group + sensor)
    [found] = [finding for finding in diagnostics if finding.severity == "error"]
    assert found.code == "unresolved-reference"
    assert found.hint == "g is a group of contacts; name one of `g.b1.floor`, `g.b1.c1`, `g.b2.floor`, `g.b2.c1`"
