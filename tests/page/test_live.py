"""A run in progress. The plots and the model of the run grow at a low cost."""

from __future__ import annotations

import re
import time

import numpy as np
import pytest
from browser_waiting import count, has_text, until, wait_for_check
from circling_point import DECK, PATIENCE, finish, submit


def goes_on(page):
    """Wait until the page shows a later time of the run."""
    before = page.locator(".waiting progress").get_attribute("value")
    until(page, "before => document.querySelector('.waiting progress').getAttribute('value') !== before", before)


def test_a_run_is_watched_while_it_goes_on(service, open_page):
    page = open_page(service)
    identity = submit(page, service, deck=DECK.replace("{5e-3}", "{5e-1}"), name="long", t_end=1e6)
    worked = []
    page.on("response", lambda answer: worked.append(answer.headers.get("server-timing")))
    unanswered = set()
    page.on("request", lambda asked: unanswered.add(asked) if "/events" not in asked.url else None)
    # Playwright accepts no methods of built-in types.
    page.on("requestfinished", lambda asked: unanswered.discard(asked))
    page.on("requestfailed", lambda asked: unanswered.discard(asked))
    page.goto(f"{service}/#/jobs/{identity}")
    page.locator(".living .viewer[data-ready=true]").wait_for(timeout=PATIENCE)
    page.locator(".pulse canvas").first.wait_for()
    began = time.monotonic()
    first = page.evaluate("rbsolve.viewer.clock.end")
    worked.clear()
    until(page, "first => rbsolve.viewer.clock.end > first", first)
    has_text(page.locator(".living .bar"), "steps a second")
    elapsed = time.monotonic() - began
    seconds = sum(float(re.search(r"dur=([\d.]+)", found)[1]) / 1000 for found in worked if found)
    assert seconds < 0.015 * max(elapsed, 10.0)
    page.get_by_role("button", name="Pause the view").click()
    while unanswered:  # meanwhile, the replies to earlier requests arrive
        page.wait_for_timeout(50)
    goes_on(page)
    stands = page.evaluate("rbsolve.viewer.clock.end")
    for _ in range(3):
        goes_on(page)
    assert page.evaluate("rbsolve.viewer.clock.end") == stands
    page.get_by_role("button", name="Follow the run").click()
    until(page, "stood => rbsolve.viewer.clock.end > stood", stands)
    words = page.inner_text(".waiting")
    assert re.search(r"\d+ (s|min) left|h \d+ min left", words), words
    assert "step size" in page.inner_text(".pulse")
    cancel = page.get_by_role("button", name="Cancel")
    cancel.focus()
    goes_on(page)
    # messages about the run do not take the focus
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    cancel.hover()
    page.mouse.down()
    goes_on(page)
    page.mouse.up()  # messages do not affect a click that has begun
    page.locator(".badge.cancelled").wait_for(timeout=120_000)
    page.locator(".tabbed .viewer[data-ready=true]").wait_for(timeout=120_000)
    assert page.locator(".living").count() == 0


@pytest.mark.parametrize(
    ("method", "curves"), [("GENERALIZED_ALPHA", ["step size", "newton iterations per row"]), (None, ["step size"])]
)
def test_small_curves_are_those_of_the_method(service, open_page, method, curves):
    """An explicit method has no Newton iterations, so the page shows no curve of zeros for them."""
    page = open_page(service)
    options = {"integrator": method} if method else {}  # the default method is explicit
    identity = submit(page, service, deck=DECK.replace("{5e-3}", "{5e-1}"), name="curves", t_end=1e6, **options)
    page.goto(f"{service}/#/jobs/{identity}")
    page.locator(".pulse canvas").first.wait_for(timeout=PATIENCE)
    has_text(page.locator(".living .bar"), "steps a second")
    count(page.locator(".pulse h3"), len(curves))
    titles = [title.split(" [")[0].strip() for title in page.locator(".pulse h3").all_inner_texts()]
    assert titles == curves
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)


def test_a_study_fills_its_table_while_it_goes_on(service, open_page):
    """The first of two cases is short. This case is in the table while the second case still runs."""
    page = open_page(service)
    deck = DECK.replace("{0, 4}", "{0, #end}").replace("{5e-3}", "{0.5}")
    deck = deck.replace("@SCALAR_VALUE {4*pi}", "@SCALAR_VALUE {4*pi} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {1}")
    asked = {"deck": deck, "name": "growing", "grid": {"end": [1.25, 1e6]}}
    made = page.request.post(f"{service}/api/v1/studies", data=asked)
    assert made.status == 202, made.text()
    page.goto(f"{service}/#/studies/{made.json()['id']}")
    row = page.locator("table.numbers tbody tr", has_text="complete")
    row.wait_for(timeout=PATIENCE)
    assert page.locator(".badge.running").count() == 1
    assert "1 complete" in page.inner_text("main")
    cells = row.inner_text().split("\t")
    assert float(cells[1]) == 1.25
    assert float(cells[3]) == pytest.approx(0.3 * np.cos(4 * np.pi * 1.25), abs=1e-5)
    assert page.locator("table.numbers tbody tr", has_text="pending").count() == 1
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)


def test_a_response_grows_point_by_point_and_marks_what_failed(service, open_page):
    """The first case is too stiff for its steps. The next case is long, and the last case has not started."""
    page = open_page(service)
    deck = DECK.replace("{0, 4}", "{0, #end}").replace("{5e-3}", "{0.5} @TIME_INTEGRATOR_NAME {rk}")
    deck = deck.replace("@INITIAL_ANG", "@INITIAL_VELOCITY {0.1, 0, 0} @INITIAL_ANG")
    deck = deck.replace("@SCALAR_VALUE {4*pi}", "@SCALAR_VALUE {4*pi} @DESIGN_PARAMETER_NAME {#end} @SCALAR_VALUE {1}")
    deck += "@TIME_INTEGRATOR_DEFINITION { @TIME_INTEGRATOR_NAME {rk} { @INTEGRATOR_TYPE {EXPLICIT_RUNGE_KUTTA} @TABLEAU {RK44} } }"
    deck += BUSHING.replace("@STIFFNESS {0, 0, 0}", "@STIFFNESS {#k, #k, #k}").replace("#k", "if(#end == 3, 1e9, 1)")
    asked = {"deck": deck, "name": "filling", "grid": {"end": [3, 1e6, 2e6]}}
    made = page.request.post(f"{service}/api/v1/studies", data=asked)
    assert made.status == 202, made.text()
    page.goto(f"{service}/#/studies/{made.json()['id']}")
    page.locator(".failed-case").wait_for(timeout=PATIENCE)
    assert page.locator(".badge.running").count() == 1
    mark = page.get_by_role("img", name=re.compile("end = 3: diverged: "))
    assert mark.count() == 1
    assert page.locator(".waiting-case").last.get_attribute("title") == "end = 2e+6: to come"
    assert re.search(r"2 of 3 cases not yet solved \(\+\) · 1 failed \(.\): diverged", page.inner_text(".response"))
    left = page.evaluate(
        "['failed', 'waiting'].map(kind => document.querySelector(`.${kind}-case`).getBoundingClientRect().x)"
    )
    assert left[1] > left[0] + 200  # the axis has all values from the start
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)


COUNTED = """() => { const get = HTMLCanvasElement.prototype.getContext;
  window.pictures = new Set();
  HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
    if (kind.startsWith("webgl")) window.pictures.add(this);
    return get.call(this, kind, ...options); }; }"""


@pytest.mark.parametrize("asked", [r"/sensors\?$", r"/motion\.glb$"])
def test_a_page_that_is_left_early_makes_no_model(service, open_page, asked):
    """Models that nobody sees would occupy the graphics memory. A browser permits about 16 models."""
    page = open_page(service)
    identity = submit(page, service, name="left", t_end=0.1)
    page.goto(f"{service}/#/jobs/{identity}")
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("link", name="left").first.wait_for()
    held = []
    page.evaluate(COUNTED)
    page.route(re.compile(asked), lambda route: held.append(route))
    with page.expect_request(re.compile(asked)):
        page.get_by_role("link", name="left").first.click()
    page.get_by_role("heading", name="left").wait_for()
    page.get_by_role("link", name="Runs").click()
    page.get_by_role("link", name="left").first.wait_for()
    held[0].continue_()
    page.unroute(re.compile(asked))
    page.get_by_role("link", name="left").first.click()
    page.locator(".viewer[data-ready=true]").wait_for(timeout=PATIENCE)
    assert page.evaluate("window.pictures.size") == 1


def test_runs_are_found_compared_and_run_again(service, open_page):
    """The list shows durations and sizes, and a comparison shows differences. A run can be repeated with the same
    request.
    """
    page = open_page(service)
    one = finish(page, service, name="slow one", t_end=0.5)
    other = finish(
        page,
        service,
        name="fast one",
        t_end=0.5,
        parameters={"spin": 20},
        deck=DECK.replace("{0.3, 0, 0}", "{0.2, 0, 0}"),
    )
    page.goto(f"{service}/#/jobs")
    page.get_by_role("link", name="slow one").wait_for()
    rows = page.locator("tbody tr:visible")
    account = page.request.get(f"{service}/api/v1/jobs/{one}").json()["account"]
    page.get_by_label("Find a run").fill(f"fast {account}")
    count(rows, 1)
    has_text(rows, re.compile(r"[\d.]+ (s|min)\s*[\d.]+ [kM]B"))
    page.goto(f"{service}/#/compare/{one},{other}")
    differs = page.locator(".differs")
    differs.wait_for(timeout=120_000)
    assert "#spin\tas in the deck\t20" in differs.inner_text()
    assert "has 1 other line" in differs.inner_text()
    differs.locator("summary").click()
    has_text(differs.locator("pre"), "{0.2, 0, 0}")
    has_text(page.locator(".u-legend"), "fast one: #spin = 20")
    page.goto(f"{service}/#/jobs/{other}")
    page.get_by_role("button", name="Run again").click()
    wait_for_check(page, "no errors")
    assert page.get_by_label("parameters", exact=True).input_value() == "spin=20"
    assert page.get_by_label("end time [s]").input_value() == "0.5"
    page.get_by_label("integrator").select_option("GENERALIZED_ALPHA")
    assert "QUATERNION_HAMILTONIAN" not in page.get_by_label("formulation").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url(re.compile(rf"#/jobs/(?!{other})\w+"))
    page.get_by_role("heading", name="fast one").wait_for()
    again = page.url.rpartition("/")[2]
    assert page.request.get(f"{service}/api/v1/jobs/{again}").json()["options"] == {
        "parameters": {"spin": 20.0},
        "integrator": "GENERALIZED_ALPHA",
        "t_end": 0.5,
    }


BUSHING = """
@BUSHING_DEFINITION { @BUSHING_NAME {soft} { @CONNECTED_TO_BODIES {GROUND, stone} @AT_POINT {0, 0, 0}
  @STIFFNESS {0, 0, 0} @ROTATIONAL_STIFFNESS {0, 0, 1e-6} } }
"""


def test_findings_of_a_run_are_shown_while_it_goes_on(service, open_page):
    """In 0.25 s, the stone rotates by 180 degrees. At this angle, springs along a rotation vector change their
    direction. The run takes hours.
    """
    page = open_page(service)
    deck = (DECK + BUSHING).replace("{5e-3}", "{0.2}")
    identity = submit(page, service, deck=deck, name="turning", t_end=1e6)
    page.goto(f"{service}/#/jobs/{identity}")
    found = page.locator(".waiting .findings li", has_text="bushing soft").first
    found.wait_for(timeout=PATIENCE)
    assert page.locator(".badge.running").count() == 1
    assert re.search(r"warning\s+t = 0.4 s", found.inner_text())  # the first row after 0.25 s
    has_text(page.locator(".found summary"), re.compile(r"\d+ found during the run, the last at t = \d"))
    page.locator(".found summary").focus()
    page.keyboard.press("Enter")
    found.wait_for(state="hidden")
    told = page.request.get(f"{service}/api/v1/jobs/{identity}").json()
    assert told["state"] == "running"
    assert told["progress"]["findings"] == len(told["findings"]) >= 1
    assert (told["findings"][0]["time"], told["findings"][0]["code"]) == (0.4, "beyond-half-turn")
    open_page.expected.append("409")  # rows are removed a little before the job ends, and the page may ask for them
    page.get_by_role("button", name="Cancel").click()
    page.locator(".badge.cancelled").wait_for(timeout=120_000)


def test_tags_are_set_removed_and_lead_to_all_that_have_them(service, open_page):
    page = open_page(service)
    finish(page, service, name="first wing", t_end=0.1, tags=["wing"])
    other = finish(page, service, name="a rotor", t_end=0.1)
    page.get_by_label("Add a tag").focus()
    page.keyboard.type("of friday")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="of friday").wait_for()
    page.keyboard.type("blade,")
    page.get_by_role("link", name="blade").wait_for()
    page.keyboard.type("long,thin,")  # the user types the second tag before the first tag has been sent
    page.get_by_role("link", name="thin").wait_for()
    for name in ("thin", "long"):
        page.get_by_label(f"Remove the tag {name}").click()
        page.get_by_role("link", name=name).wait_for(state="detached")
    until(page, "document.activeElement.getAttribute('aria-label') === 'Add a tag'")
    page.keyboard.type("blade,")  # this tag already exists
    until(page, "document.activeElement.value === ''")
    assert page.locator(".tagger .tag").all_inner_texts() == ["blade", "of friday"]
    assert page.request.get(f"{service}/api/v1/jobs/{other}").json()["tags"] == ["blade", "of friday"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")  # the focus is on the button that removes the last plot
    page.get_by_role("link", name="of friday").wait_for(state="detached")
    until(page, "document.activeElement.getAttribute('aria-label') === 'Add a tag'")
    page.goto(f"{service}/#/jobs")
    page.get_by_label("Find a run").fill("blade")
    rows = page.locator("tbody tr:visible")
    count(rows, 1)
    assert "a rotor" in rows.inner_text()
    page.get_by_label("Find a run").fill("")
    page.get_by_role("link", name="wing", exact=True).click()
    page.get_by_text("with the tag").wait_for()
    page.get_by_role("link", name="first wing").wait_for()
    count(rows, 1)
    page.get_by_label("Show also runs and studies without the tag wing").click()
    page.get_by_role("link", name="a rotor").wait_for()
    page.goto(f"{service}/#/jobs/tag/{'%2525'}")
    page.get_by_text("No run matches this filter.").wait_for()


def test_modes_are_asked_for_and_shown(service, open_page):
    page = open_page(service)
    wait_for_check(page, "no errors")
    page.locator("summary", has_text="Linearization").click()
    page.get_by_label("linearize about").fill("equilibrium")
    page.get_by_label("name", exact=True).fill("small motions")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("heading", name="small motions").wait_for()
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    modes = page.locator(".modes")
    modes.wait_for(timeout=120_000)
    has_text(modes.get_by_label("Mode", exact=True), "Hz")
    page.get_by_role("button", name="Run again").click()
    page.get_by_label("linearize about").wait_for()
    assert page.get_by_label("linearize about").input_value() == "equilibrium"
