"""An upload from the browser: dropped, built, tried, accepted or rejected, and on the ladder."""

import re

from playwright.sync_api import Page, expect

from tests.browser import town
from tests.browser.conftest import log_in
from tests.matches.arena import source
from tests.platform.embedded.site import Site
from tests.services.browsing import barriers

DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def sign_up(page: Page, name: str) -> None:
    """Make an account, and be logged in."""
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=False).first.fill(town.PASSWORD)
    page.get_by_label("The same password again").fill(town.PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()


def upload(page: Page, text: str) -> None:
    """Drop a program on the form and send it."""
    expect(page.get_by_role("button", name="Choose a folder")).to_be_visible()  # scripts run
    page.evaluate(DROP, ["bot.py", text])
    expect(page.locator("#chosen")).to_contain_text("bot.py")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page).to_have_url(re.compile(r"/bots/\w+/[\w-]+/v\d+/$"))
    page.evaluate("window.opened = true")


def test_a_newcomer_uploads_a_bot_and_sees_it_find_its_place(visit: Page, running: Site) -> None:
    sign_up(visit, "eve")
    visit.get_by_role("link", name="Upload", exact=True).first.click()
    visit.get_by_role("link", name="Shamans", exact=True).click()
    expect(visit.locator("dd", has_text="Python")).to_be_visible()
    visit.get_by_label("Name of the bot").fill("newcomer")
    expect(visit.get_by_label("Quick")).to_be_checked()
    upload(visit, source("seeded").decode())
    for stage in ("Received", "Unpacked", "Built", "Tried", "Entered"):
        passed = visit.locator(".stages > li.passed", has_text=stage)
        expect(passed).to_be_visible()
    expect(visit.get_by_role("status").first).to_have_text("Accepted. It plays.")
    expect(visit.get_by_text("deterministic", exact=True)).to_be_visible()
    first = visit.locator(".matches a", has_text=re.compile(r"^quick/\d+$")).first
    expect(first).to_be_visible()
    expect(visit.get_by_role("heading", name="Last results")).to_be_visible()
    expect(visit.locator(".card", has_text=re.compile(r"place \d+"))).to_be_visible()
    assert visit.evaluate("window.opened"), "nobody reloaded the page"
    assert barriers(visit) == []
    standings = visit.context.new_page()
    standings.goto(f"{running.address}/ladders/quick/")
    mine = standings.locator(".standings tr", has_text="eve/newcomer")
    expect(mine.locator(".rank b")).to_be_visible()
    standings.close()


def test_a_program_that_cannot_be_built_comes_back_with_what_to_mend(
    visit: Page, running: Site
) -> None:
    log_in(visit, "ada")
    visit.goto(f"{running.address}/upload/?bot=ada/first-ada")
    upload(visit, "def broken(:\n    pass\n")
    wrong = visit.get_by_role("region", name="It was rejected when it was built")
    expect(wrong).to_contain_text("SyntaxError")
    expect(wrong.get_by_role("link", name="Mend it")).to_be_visible()
    expect(visit.get_by_role("status").first).to_have_text("Rejected. What played before plays on.")
    assert visit.evaluate("window.opened"), "nobody reloaded the page"
    assert barriers(visit) == []
