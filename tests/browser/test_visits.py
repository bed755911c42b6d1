"""What people come for, end to end: a real site, real workers, bots in boxes, a real browser."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from moonladder.env import ROOT
from tests.browser import town
from tests.browser.conftest import log_in
from tests.matches.arena import source
from tests.platform.embedded.site import Site
from tests.services.browsing import barriers
from tests.services.processes import find_program, site_environment, wait_until


def open_finished_match(page: Page, site: Site) -> None:
    """Go to the latest match that is over; on a young site that takes some seconds."""
    page.goto(f"{site.address}/matches/")
    page.get_by_label("State").select_option("finished")
    page.get_by_label("Kind").select_option("ranked")
    page.get_by_role("button", name="Show", exact=True).click()
    finished = page.locator(".match a", has_text=re.compile(r"^quick/\d+$"))
    wait_until(lambda: shown(page, finished.count), what="a match to be finished")
    finished.first.click()
    expect(page.locator(".board > svg")).to_be_visible()


def shown(page: Page, count: Callable[[], int]) -> bool:
    """Whether there is something on the page, which is asked for again if not."""
    if count():
        return True
    page.reload()
    return False


def test_the_standings_lead_to_a_bot_and_what_it_is_good_at(visit: Page, running: Site) -> None:
    visit.get_by_role("link", name="Ladders", exact=True).click()
    visit.get_by_role("link", name="Quick", exact=True).click()
    ranked = visit.locator(".standings tbody tr", has=visit.locator(".rank b"))
    for player in town.PLAYERS:  # they come in without a reload
        expect(ranked.filter(has_text=f"{player}/")).to_be_visible()
    ratings = [float(cell) for cell in ranked.locator("[data-label=Rating] b").all_inner_texts()]
    assert ratings == sorted(ratings, reverse=True)
    best = ranked.first.get_by_role("link").first
    owner, name = best.inner_text().split("/")
    best.click()
    expect(visit.get_by_role("heading", level=1)).to_have_text(name)
    expect(visit.get_by_role("row", name=re.compile("^Quick 1 "))).to_be_visible()
    expect(visit.get_by_role("img", name=f"Live rating of {owner}/{name}")).to_be_visible()
    for title in ("Seat", "Role dealt", "Faction dealt"):
        expect(visit.get_by_role("table", name=title)).to_be_visible()
    opponents = visit.get_by_role("table", name=re.compile("^Whom it met most often"))
    others = "|".join(town.PLAYERS.keys() - {owner})
    expect(opponents.get_by_role("link", name=re.compile(f"^({others})\\b")).first).to_be_visible()
    visit.get_by_role("link", name="Who beats whom on Quick").click()
    expect(visit.get_by_role("link", name="Head to head")).to_have_attribute("aria-current", "page")
    visit.get_by_role("link", name="Seeds", exact=True).click()
    expect(visit.locator("[data-commitment]")).to_have_text(re.compile("^[0-9a-f]{64}$"))


def test_a_match_is_watched_as_one_seat_knew_it_and_played_again(
    visit: Page, running: Site
) -> None:
    log_in(visit, "ada")
    open_finished_match(visit, running)
    expect(visit.locator(".player .role.secret")).to_have_count(3)
    visit.get_by_label("What seat 1 knew").check()
    expect(visit.locator(".player .role.secret")).to_have_count(1)
    visit.keyboard.press("End")
    expect(visit).to_have_url(re.compile(r"#turn=\d+.*&seat=1$"))
    visit.reload()
    expect(visit.get_by_label("What seat 1 knew")).to_be_checked()
    visit.get_by_role("button", name="Play it again here").click()
    expect(visit.locator("#reproduction [role=status]")).to_contain_text("came out the same")
    assert barriers(visit) == []


@pytest.fixture
def workplace(tmp_path: Path) -> Path:
    """A folder as an author has it: a bot in it, and the command on the path."""
    (tmp_path / "mybot").mkdir()
    (tmp_path / "mybot/bot.py").write_bytes(source("first"))
    program = tmp_path / "bin/moonladder"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {ROOT}/.venv/bin/python -m kit "$@"\n')
    program.chmod(0o755)
    return tmp_path


def test_the_commands_on_the_page_do_what_they_say(
    visit: Page, running: Site, workplace: Path
) -> None:
    find_program("curl")
    open_finished_match(visit, running)
    author, operator = visit.locator("#again ~ pre").all_inner_texts()
    fetch, verify, view, rerun = author.splitlines()
    assert run(fetch, workplace).returncode == 0
    assert "holds" in run(verify, workplace).stdout
    again = run(rerun, workplace)
    assert again.returncode in (0, 1), again.stderr
    assert re.search("as recorded|First difference", again.stdout)
    log = workplace / "view.log"
    with viewing(f"{view} --no-browser", workplace, log):
        wait_until(lambda: "http://" in log.read_text(), what="the address of the replay")
        (address,) = re.findall(r"http://\S+", log.read_text())
        replay = visit.context.new_page()
        replay.goto(address)
        expect(replay.locator(".board > svg")).to_be_visible()
        replay.close()
    told = run(operator, ROOT, **running.variables)
    assert ": identical, " in told.stdout, told.stderr


def run(command: str, folder: Path, **variables: object) -> subprocess.CompletedProcess[str]:
    """Type a command."""
    env = site_environment(**variables) | {"PATH": path(folder)}
    return subprocess.run(shlex.split(command), cwd=folder, env=env, capture_output=True, text=True)


@contextmanager
def viewing(command: str, folder: Path, log: Path) -> Iterator[None]:
    """Type a command that goes on until Ctrl-C."""
    env = site_environment() | {"PATH": path(folder)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            shlex.split(command), cwd=folder, env=env, stdout=output, stderr=output
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def path(folder: Path) -> str:
    return f"{folder / 'bin'}:{os.environ['PATH']}"
