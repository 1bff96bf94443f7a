"""Forces of contacts in results and in views, without a sensor for them."""

import io
import json
import threading

import h5py
import numpy as np
import pytest

from rbsolve.cli import main
from rbsolve.results.presentation.histories import Histories, contacts_of
from rbsolve.runs.results import Results
from rbsolve.view.report import write_report
from rbsolve.view.server import address_of, make_server

# Balls with weights of 2 kg and 0.5 kg rest on a floor. The second ball also rests in the middle of a slab. The third
# ball touches nothing.
DECK = """
@GRAVITY_DEFINITION { @GRAVITY_NAME {g} { @GRAVITY_VECTOR {0, 0, -10} } }
@MASS_PROPERTY_DEFINITION {
  @MASS_PROPERTY_NAME {heavy} { @MASS {2} @MOMENTS_OF_INERTIA {8e-3, 8e-3, 8e-3} }
  @MASS_PROPERTY_NAME {light} { @MASS {0.5} @MOMENTS_OF_INERTIA {2e-3, 2e-3, 2e-3} }
}
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {one} { @MASS_PROPERTY_NAME {heavy} @AT_POINT {0.4, 0, 0.1 - 2e-5} }
  @RIGID_BODY_NAME {two} { @MASS_PROPERTY_NAME {light} @AT_POINT {-0.4, 0.1, 0.1 - 5e-6} }
  @RIGID_BODY_NAME {far} { @MASS_PROPERTY_NAME {light} @AT_POINT {0, 0, 9} }
}
@SHAPE_DEFINITION {
  @SHAPE_NAME {floor} { @SHAPE_TYPE {PLANE} @DIMENSIONS {2, 2} }
  @SHAPE_NAME {one} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {one} @DIMENSIONS {0.1} }
  @SHAPE_NAME {two} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {two} @DIMENSIONS {0.1} }
  @SHAPE_NAME {far} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {far} @DIMENSIONS {0.1} }
}
@CONTACT_MATERIAL_DEFINITION { @CONTACT_MATERIAL_NAME {felt} { @STIFFNESS {1e6} @EXPONENT {1} @RESTITUTION {0.3} } }
@CONTACT_DEFINITION {
  @CONTACT_NAME {zeta} { @CONTACT_SHAPES {floor, one} @CONTACT_MATERIAL_NAME {felt} }
  @CONTACT_NAME {far} { @CONTACT_SHAPES {floor, far} @CONTACT_MATERIAL_NAME {felt} }
  @CONTACT_NAME {alpha} { @CONTACT_SHAPES {two, floor} @CONTACT_MATERIAL_NAME {felt} }
}
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {a} { @SIMULATION_TIME_RANGE {0, 0.05} @TIME_STEP_SIZE {1e-4} @OUTPUT_STEP_SIZE {1e-3}
  @TIME_INTEGRATOR_NAME {i} } }
@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {i} { @INTEGRATOR_TYPE {GENERALIZED_ALPHA} @SPECTRAL_RADIUS {0.6} } }
"""


@pytest.fixture(scope="module")
def rested(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rested")
    (folder / "balls.deck").write_text(DECK)
    assert main(["run", str(folder / "balls.deck"), "-q", "-o", str(folder / "balls.h5")]) == 0
    return folder / "balls.h5"


def test_results_have_the_force_of_each_contact_and_its_place(rested):
    """The forces are the weights of balls at rest. Each force acts on B1 of its contact, at the lowest point of the
    ball. A ball without contact has no force and no point of action.
    """
    with h5py.File(rested) as file:
        assert list(file["motion/contact_force"].attrs["contacts"]) == ["zeta", "far", "alpha"]
        force, place = file["motion/contact_force"][()], file["motion/contact_place"][()]
    assert force[-1] == pytest.approx(np.array([[0, 0, 20], [0, 0, 0], [0, 0, -5]]), abs=1e-3)
    assert place[-1, 0] == pytest.approx([0.4, 0.0, 0.0], abs=2e-5)
    assert place[-1, 2] == pytest.approx([-0.4, 0.1, 0.0], abs=2e-5)
    assert np.all(np.isnan(place[:, 1]))
    assert np.all(force[:, 1] == 0.0)


def test_a_model_of_too_many_contacts_has_none_and_its_view_says_so(rested, tmp_path, monkeypatch, open_page):
    monkeypatch.setattr("rbsolve.runs.run.MOST_CONTACTS", 2)
    monkeypatch.setattr("rbsolve.runs.run.MOST_CONTACT_ROWS", 2)
    assert main(["run", str(rested.with_name("balls.deck")), "-q", "-o", str(tmp_path / "many.h5")]) == 0
    with Results.open(tmp_path / "many.h5") as results:
        assert contacts_of(results) == []
        assert "contact_force" not in results.file["motion"]
        write_report([results], tmp_path / "many.html")
    page = open_page((tmp_path / "many.html").as_uri())
    words = "The results have no contact forces, because the model has too many contacts (3)."
    assert words in page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
    page.get_by_text("Vectors", exact=True).click()
    assert words in page.inner_text(".controls")


def test_histories_of_contacts_are_asked_for_by_name(rested):
    with Results.open(rested) as results:
        names = contacts_of(results)
        assert names == ["contacts/zeta", "contacts/far", "contacts/alpha"]
        content = io.BytesIO(Histories(results).encode(names[:1], pixels=1000))
    header = json.loads(content.read(int.from_bytes(content.read(4), "little")))
    assert header["sensors"][0]["components"] == ["F1", "F2", "F3", "x1", "x2", "x3"]
    columns = np.frombuffer(content.read(), dtype="<f4").reshape(7, header["rows"])
    assert columns[1:, -1] == pytest.approx([0, 0, 20, 0.4, 0, 0], abs=1e-3)


ARROWS = """() => rbsolve.viewer.arrows.get("contacts/").contacts.map(({solid: {group}}) => group.visible && {
  foot: group.position.toArray(), axis: [...group.matrixWorld.elements.slice(4, 7)],
  length: group.children[1].position.y + group.children[1].scale.y})"""


@pytest.mark.parametrize("kind", ["view", "report"])
def test_views_draw_them_as_arrows_with_a_legend(kind, rested, open_page, tmp_path):
    with Results.open(rested) as results, make_server([results]) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            if kind == "report":
                write_report([results], tmp_path / "balls.html")
            page = open_page(address_of(server) if kind == "view" else (tmp_path / "balls.html").as_uri())
            page.wait_for_function("rbsolve.viewer.arrows.has('contacts/')")
            page.evaluate("rbsolve.viewer.clock.set(rbsolve.viewer.clock.end)")
            page.evaluate("rbsolve.viewer.stage.render()")
            first, far, last = page.evaluate(ARROWS)
            assert far is False
            assert first["foot"] == pytest.approx([0.4, 0, 0], abs=1e-4)
            assert (first["axis"], last["axis"]) == (
                pytest.approx([0, 0, 1], abs=1e-4),
                pytest.approx([0, 0, -1], abs=1e-4),
            )
            assert first["length"] / last["length"] == pytest.approx(4.0, rel=1e-3)
            written = page.evaluate("rbsolve.viewer.stage.overlay.written.map(({text}) => text)")
            assert any(text.startswith("contact forces: ") and text.endswith(" N") for text in written)
            page.locator("summary", has_text="Vectors").focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Tab")
            page.keyboard.press("Space")  # the pointer is on the checkbox of contact forces
            page.wait_for_function("!rbsolve.viewer.arrows.has('contacts/')")
        finally:
            server.shutdown()
            thread.join()


def test_of_many_contacts_those_that_act_are_listed(rested, tmp_path, monkeypatch):
    """Many contacts over few rows are recorded. The forces of contact `far` are always zero."""
    monkeypatch.setattr("rbsolve.runs.run.MOST_CONTACTS", 2)
    monkeypatch.setattr("rbsolve.runs.run.MOST_CONTACT_ROWS", 1_000_000)
    monkeypatch.setattr("rbsolve.results.presentation.histories.FEW_CONTACTS", 2)
    assert main(["run", str(rested.with_name("balls.deck")), "-q", "-o", str(tmp_path / "many.h5")]) == 0
    with Results.open(tmp_path / "many.h5") as results:
        assert contacts_of(results) == ["contacts/zeta", "contacts/alpha"]
        content = io.BytesIO(Histories(results).encode(["contacts/alpha"], pixels=1000))
        header = json.loads(content.read(int.from_bytes(content.read(4), "little")))
        columns = np.frombuffer(content.read(), dtype="<f4").reshape(7, header["rows"])
    assert np.abs(columns[1:4]).max() > 0.0
