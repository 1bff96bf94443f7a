"""Runs of a point on the page of the service. The point moves on a circle of 0.3 m, by default at 2 Hz."""

from __future__ import annotations

DECK = """
@DESIGN_PARAMETERS_DEFINITION { @DESIGN_PARAMETER_NAME {#spin} @SCALAR_VALUE {4*pi} }
@POINT_DEFINITION { @POINT_NAME {rim} { @COORDINATES {0.3, 0, 0} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 2, 2.5} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {stone} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {0, 0, #spin} } }
@ANALYSIS_DEFINITION { @ANALYSIS_NAME {run} { @SIMULATION_TIME_RANGE {0, 4} @TIME_STEP_SIZE {1e-3} @OUTPUT_STEP_SIZE {5e-3} } }
@SENSOR_DEFINITION {
  @SENSOR_NAME {place} { @SENSOR_TYPE {POSITION} @OBJECT_NAME {stone} @POINT_NAME {rim} }
  @SENSOR_NAME {speed} { @SENSOR_TYPE {VELOCITY} @OBJECT_NAME {stone} @POINT_NAME {rim} }
}
"""
PATIENCE = 120_000  # in ms; kernels are already compiled, so this time suffices


def submit(page, service, **body):
    """Return a new job, submitted through the service."""
    answer = page.request.post(f"{service}/api/v1/jobs", data={"deck": DECK} | body)
    assert answer.status == 202, answer.text()
    return answer.json()["id"]


def finish(page, service, **body):
    """Return a complete job, whose page is open."""
    identity = submit(page, service, **body)
    page.goto(f"{service}/#/jobs/{identity}")
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    page.locator(".plot .u-over").first.wait_for(timeout=120_000)
    return identity
