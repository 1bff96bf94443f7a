"""Users sign in, share their runs, and delete runs and studies."""

from __future__ import annotations

import re

from browser_waiting import count, has_text, wait_for_check
from runs_on_page import DECK, PATIENCE, SWEPT, run, study, wait_for_completion, write


def test_signing_in_and_out(serve, token, open_page):
    address = serve("--auth")
    secret = token(serve.data)
    open_page.expected.append("401")
    page = open_page(address)
    field = page.get_by_label("Token")
    field.fill("nonsense")
    page.keyboard.press("Enter")
    page.get_by_text("The server does not know this token.").wait_for()
    field.fill(secret)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Sign out").wait_for()
    page.get_by_role("link", name="Runs").click()
    page.get_by_text("There are no runs yet.").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_label("Token").wait_for()
    assert page.evaluate("sessionStorage.length") <= 1


def test_a_run_is_shared_by_a_link_that_reads_it_only(serve, token, open_page):
    address = serve("--auth")
    secret = token(serve.data)
    open_page.expected.append("401")  # before the user has signed in
    page = open_page(address)
    page.get_by_label("Token").fill(secret)
    page.keyboard.press("Enter")
    wait_for_check(page, "no errors")
    write(page, DECK)
    wait_for_check(page, "no errors")
    run(page, "shared stone")
    wait_for_completion(page)
    page.get_by_role("button", name="Share …").focus()
    page.keyboard.press("Enter")
    link = page.get_by_label("Link", exact=True).input_value()
    assert link.startswith(f"{address}/#/shared/rbs_")
    assert secret not in link

    other = open_page(link)
    wait_for_completion(other)
    other.get_by_role("heading", name="shared stone").wait_for()
    assert "rbs_" not in other.url
    for name in ("Share …", "delete"):
        assert other.get_by_role("button", name=name).count() == 0
    assert not other.locator(".top nav").is_visible()

    page.get_by_role("button", name="Revoke all links").click()
    page.get_by_text("All links are revoked.").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def test_runs_and_studies_are_deleted(serve, open_page):
    """The page asks for a confirmation before it deletes data. The pages state which data are stored and for how long."""
    address = serve("--keep-days", "30")
    page = open_page(address)
    questions = []

    def answer(dialog):
        questions.append(dialog.message)
        if "second" in dialog.message:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    write(page, SWEPT)
    wait_for_check(page, "no errors")
    for name in ("first", "second"):
        run(page, name)
        wait_for_completion(page)
        page.get_by_role("link", name="New run").click()
        wait_for_check(page, "no errors")
    study(page, "many", "spin=1:2:2")
    page.locator(".badge.complete").wait_for(timeout=PATIENCE)
    page.get_by_title("Delete many").click()
    page.get_by_text("There are no studies yet.").wait_for()
    page.get_by_role("link", name="Runs").click()
    used = page.locator(".used")
    has_text(used, re.compile(r"^2 runs and studies kept, [\d.]+ [kM]B · deleted after 30 days$"))
    page.get_by_title("Delete second").click()
    page.get_by_title("Delete first").click()
    page.get_by_text("1 run or study kept").wait_for()
    count(page.locator("tbody tr"), 1)
    assert [message.split("?")[0] for message in questions] == [
        f"Delete {name} with all its results" for name in ("many", "second", "first")
    ]
    page.get_by_role("link", name="second").click()
    page.locator(".viewer[data-ready=true]").wait_for(timeout=120_000)
    page.get_by_title("Delete second").wait_for()
