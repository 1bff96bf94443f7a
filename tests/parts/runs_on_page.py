"""Steps of a user on the page of the service: write a deck, run it, and wait for the end of the run."""

from __future__ import annotations

import re

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {3} }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0.1, #spin, 0} } }
@MOVING_FRAME_DEFINITION { @MOVING_FRAME_NAME {rider} { @CONNECTED_TO_BODY {stone} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 4} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {1e-3} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {turning} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} }
  @SENSOR_NAME {ridden} { @SENSOR_TYPE {ANGULAR_VELOCITY} @OBJECT_NAME {stone} @FRAME_NAME {rider} }
}
"""


PATIENCE = 120_000  # in ms; kernels are already compiled, so this time suffices


def write(page, text):
    """Replace the text of the editor as a user would."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def run(page, name, **options):
    """Submit the text and wait for the page of the job."""
    page.get_by_label("name", exact=True).fill(name)
    for label, value in options.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(r"#/jobs/\w+"))
    page.get_by_role("heading", name=name).wait_for()
    return page.url.rpartition("/")[2]


def wait_for_completion(page):
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)


def endless(deck):
    """Return a deck that needs hours to reach its end time of 1e7 s. The deck writes few rows, so a cancellation takes
    little time."""
    return deck.replace("@OUTPUT_STEP_SIZE {1e-3}", "@OUTPUT_STEP_SIZE {10}")


SWEPT = DECK.replace("@MASS {1}", "@MASS {#mass}").replace(
    "@SCALAR_VALUE {3}", "@SCALAR_VALUE {3} @DESIGN_PARAMETER_NAME {#mass} @SCALAR_VALUE {1}"
)


def study(page, name, vary, **options):
    """Submit the text as a study, and wait for its page."""
    page.get_by_label("name", exact=True).fill(name)
    for label, value in options.items():
        page.get_by_label(label.replace("_", " ")).fill(value)
    page.get_by_text("Study of many cases").click()
    page.get_by_label("vary").fill(vary)
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(r"#/studies/\w+"))
    page.get_by_role("heading", name=name).wait_for()
