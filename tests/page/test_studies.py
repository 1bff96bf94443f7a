"""A study on the page. The study shows its cases one after another in 3D and plots, and all cases over time."""

from __future__ import annotations

import io
import re

import numpy as np
import pytest
from browser_waiting import count, has_text, wait_for_check

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#push} @SCALAR_VALUE {1} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} {
  @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0} @INITIAL_VELOCITY {#push, 0, 0} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 2} @TIME_STEP_SIZE {1e-2} @OUTPUT_STEP_SIZE {1e-2} } }
@SENSOR_DEFINITION { @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} } }
"""

PATIENCE = 120_000


def submit_study(page, service, **design):
    """Return the page of a study of the deck after the study has ended."""
    made = page.request.post(f"{service}/api/v1/studies", data={"deck": DECK, "name": "stones"} | design)
    assert made.status == 202, made.text()
    page.goto(f"{service}/#/studies/{made.json()['id']}")
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)


def spin_of(page):
    """Return the angular velocity of the shown run at its start, about e2 [rad/s]."""
    read = "({sensors: [{columns}]}) => (columns[1].values ?? columns[1].least)[0]"
    return page.evaluate(f"rbsolve.viewer.sources[0].histories(['turning']).then({read})")


def test_sliders_move_model_and_plots_from_case_to_case(service, open_page):
    page = open_page(service)
    submit_study(page, service, grid={"spin": [1, 3, 5], "push": [0.5, 2]})
    page.get_by_role("button", name="Show cases in 3D").click()
    page.locator("[data-shown='0']").wait_for(timeout=PATIENCE)
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    assert spin_of(page) == pytest.approx(1.0)
    page.evaluate("rbsolve.viewer.clock.set(1.5)")

    slider = page.get_by_label("spin", exact=True)
    slider.focus()
    page.keyboard.press("End")
    page.locator("[data-shown='4']").wait_for(timeout=PATIENCE)
    assert "spin = 5, push = 0.5" in page.locator(".cases-3d [role=status]").first.inner_text()
    assert spin_of(page) == pytest.approx(5.0)
    assert page.evaluate("rbsolve.viewer.clock.time") == pytest.approx(1.5)
    assert page.evaluate(
        "rbsolve.plots.panels[0].runs[0].sensor.columns[1].values?.[0] ?? rbsolve.plots.panels[0].runs[0].sensor.columns[1].least[0]"
    ) == pytest.approx(5.0)
    turned = page.evaluate("rbsolve.viewer.runs[0].poseOf('body stone', 1.5).elements.slice(0, 3)")

    page.locator("table.numbers").get_by_role("button", name="1", exact=True).click()
    page.locator("[data-shown='1']").wait_for(timeout=PATIENCE)
    assert page.get_by_label("spin", exact=True).input_value() == "0"
    assert page.get_by_label("push", exact=True).input_value() == "1"
    assert page.evaluate("rbsolve.viewer.runs[0].poseOf('body stone', 1.5).elements.slice(0, 3)") != turned
    page.locator(".cases-3d [role=status] a").first.click()
    page.get_by_role("heading", name="stones, case 1").wait_for()


def test_a_sample_has_one_slider_and_a_click_on_a_point_shows_its_case(service, open_page):
    page = open_page(service)
    submit_study(page, service, sample={"size": 5, "parameters": {"spin": "1:2", "push": "0:1"}})
    drawn = page.locator(".response:not(.envelopes) .u-over")
    drawn.click(position={"x": 2, "y": 0.5 * drawn.bounding_box()["height"]})
    shown = page.locator("[data-shown]")
    shown.wait_for(timeout=PATIENCE)
    assert page.get_by_label("case", exact=True).input_value() == shown.get_attribute("data-shown")


def test_quantiles_of_all_cases_are_drawn_over_time(service, open_page):
    """The initial angular velocity about e2 is the parameter itself, with the values 1, 2, 3, 4, 5. The median is 3."""
    page = open_page(service)
    submit_study(page, service, grid={"spin": [1, 2, 3, 4, 5]})
    page.get_by_label("Sensor over time").select_option("1\nturning")
    page.locator(".envelopes:not([aria-busy])").wait_for(timeout=PATIENCE)  # the selected column is drawn
    time = page.locator(".envelopes .u-legend .u-value").first
    has_text(time, re.compile("^2$"))  # without a cursor, the plot shows the values at the end
    page.locator(".envelopes .u-over").hover(position={"x": 1, "y": 60})
    has_text(time, re.compile("^0"))
    legend = page.locator(".envelopes .u-legend")
    cells = dict(
        zip(legend.locator(".u-label").all_inner_texts(), legend.locator(".u-value").all_inner_texts(), strict=True)
    )
    assert float(cells["median"]) == pytest.approx(3.0)
    assert float(cells["25 %"]) == pytest.approx(2.0)
    assert float(cells["95 %"]) == pytest.approx(4.8)


def test_the_envelope_of_the_latest_column_is_drawn(service, open_page):
    """The answer for the first column arrives after the answer for the second column, which the user has selected."""
    page = open_page(service)
    held = []
    page.route("**/envelope?name=turning&column=0", lambda route: held.append(route))
    submit_study(page, service, grid={"spin": [1, 2, 3]})
    page.locator(".envelopes[aria-busy]").wait_for()
    page.get_by_label("Sensor over time").select_option("1\nturning")
    page.locator(".envelopes:not([aria-busy]) .u-over").wait_for()
    drawn = page.locator(".envelopes .u-legend").element_handle()
    assert len(held) == 1
    with page.expect_event("requestfinished", lambda asked: asked.url.endswith("column=0")):
        held[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert drawn.is_visible()  # the page still shows the earlier plot


def test_a_study_whose_last_case_ends_before_it_shows_all_cases(service, open_page):
    """The page first reads a table without pending cases, while the study still runs."""
    page = open_page(service)
    made = page.request.post(f"{service}/api/v1/studies", data={"deck": DECK, "grid": {"spin": [1, 2]}}).json()
    running = []

    def answer(route):
        study = route.fetch().json()
        if study["state"] == "complete" and not running:
            running.append(study := study | {"state": "running"})
        route.fulfill(json=study)

    page.route(f"**/api/v1/studies/{made['id']}", answer)
    page.goto(f"{service}/#/studies/{made['id']}")
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    assert running
    page.get_by_role("button", name="Show cases in 3D").wait_for()
    page.locator(".envelopes:not([aria-busy]) .u-over").wait_for()


def drawn_height(page):
    """Return the part of the plot's height that the points of a response cover, as a fraction."""
    from matplotlib.image import imread

    picture = np.round(
        255 * imread(io.BytesIO(page.locator(".response:not(.envelopes) .u-wrap").screenshot()))[..., :3]
    )
    # the accent colour of the light theme
    rows, _ = np.nonzero((np.abs(picture - [0x1F, 0x6F, 0xD0]) < 12).all(axis=-1))
    return np.ptp(rows) / picture.shape[0]


def test_one_extreme_case_leaves_a_response_readable(service, open_page):
    """Case 7 of 24 flies 1e9 times farther. The case is marked at the edge and named in a sentence. The case is drawn
    on request or on a logarithmic axis.
    """
    page = open_page(service, color_scheme="light")
    deck = DECK.replace("{#push, 0, 0}", "{if(#push == 8, 1e9, #push), 0, 0}").replace(
        "ANGULAR_VELOCITY} @OBJ", "POSITION} @OBJ"
    )
    submit_study(page, service, deck=deck, grid={"push": list(range(1, 25))})
    page.locator(".response .u-wrap").first.wait_for()
    page.get_by_label("Response").select_option(label="turning.x1 final [m]")
    mark = page.get_by_role("img", name=re.compile(r"case 7, push = 8: turning.x1 final \[m\] = 2e\+9"))
    mark.wait_for()
    said = page.locator(".outside")
    assert said.inner_text().startswith("1 of 24 cases is outside the plot (▲ at its edge): case 7 with 2e+9.")
    assert drawn_height(page) > 0.5  # 23 points on a line
    said.get_by_role("button", name="Show all values").click()
    count(page.locator(".outside-case"), 0)
    said.get_by_role("button", name="Show the usual values").click()
    mark.wait_for()
    page.locator(".response").get_by_label("log").check()
    count(page.locator(".outside-case"), 0)
    said.wait_for(state="hidden")
    page.locator(".response").get_by_label("log").uncheck()
    mark.click()
    page.locator("[data-shown='7']").wait_for(timeout=PATIENCE)


def test_values_of_another_parameter_are_curves_of_their_own(service, open_page):
    page = open_page(service)
    submit_study(page, service, grid={"spin": [1, 2, 3, 4], "push": [0.5, 2]})
    labels = page.locator(".response:not(.envelopes) .u-legend .u-label")
    count(labels, 2)
    assert labels.all_inner_texts() == ["push = 0.5", "push = 2"]


def fields_of_rerun(page):
    """Return four settings of the page for new runs: the grid, the stored rows, single precision, and the step."""
    page.get_by_role("button", name="Run again …").click()
    wait_for_check(page, "no errors")
    vary, every, step = (
        page.get_by_label(name, exact=True) for name in ("vary", "store every Nth row", "time step [s]")
    )
    single = page.get_by_label("single precision").is_checked()
    return vary.input_value(), every.input_value(), single, step.input_value()


def test_options_of_a_study_are_filled_in_when_it_runs_again(service, open_page):
    page = open_page(service)
    submit_study(page, service, grid={"spin": [1, 2.5], "push": [0.5, 2]}, step=0.005, every=3)
    assert fields_of_rerun(page) == ("spin=1, 2.5, push=0.5, 2", "3", False, "0.005")


def test_studies_are_listed_with_their_size_and_run_again_with_changes(service, open_page):
    """The page for new runs has the deck and the grid of the study."""
    page = open_page(service)
    submit_study(page, service, name="to repeat", grid={"spin": [1, 2.5], "push": [0.5, 2]})
    page.get_by_role("button", name="Run again …").click()
    wait_for_check(page, "no errors")
    assert page.evaluate("rbsolve.editor.text").strip() == DECK.strip()
    assert page.get_by_label("vary").input_value() == "spin=1, 2.5, push=0.5, 2"
    assert page.get_by_label("name", exact=True).input_value() == "to repeat"
    page.get_by_label("vary").fill("spin=1, 2, 3")
    page.get_by_label("name", exact=True).fill("repeated")
    page.get_by_label("store every Nth row").fill("5")
    page.get_by_label("single precision").check()
    with page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/studies")) as sent:
        page.get_by_role("button", name="Run", exact=True).click()
    assert {name: sent.value.post_data_json[name] for name in ("every", "float32")} == {"every": 5, "float32": True}
    page.get_by_role("heading", name="repeated").wait_for()
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    assert fields_of_rerun(page) == ("spin=1, 2, 3", "5", True, "")
    page.get_by_role("link", name="Studies").click()
    row = page.get_by_role("row", name="repeated")
    row.wait_for()
    has_text(row, re.compile(r"3 complete of 3\s*[\d.]+ (s|min)\s*[\d.]+ [kM]B"))
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_title("Delete repeated").click()
    count(row, 0)
