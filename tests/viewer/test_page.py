"""The page of a replay, in a real browser: everything a person does with it."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Response, ViewportSize, expect

import engine
from engine import record
from engine.record import Record
from tests.services.browsing import DESK, PHONE, barriers, requests_of, strangers
from tests.viewer.matches import lively, served
from viewer import frames
from viewer.server import MOST_BYTES, Server

SEATS = {"shamans": 4, "shadow_hunters": 5, "shamanix": 2}
BOTH = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
every_game = pytest.mark.parametrize("name", engine.names())

Open = Callable[..., Server]

expect.set_options(timeout=30_000)


@cache
def match(name: str) -> Record:
    return lively(name, SEATS[name])


@pytest.fixture(scope="module")
def servers() -> Iterator[dict[str, Server]]:
    """A server for each game."""
    with ExitStack() as running:
        yield {name: running.enter_context(served(match(name))) for name in SEATS}


@pytest.fixture
def show(page: Page, servers: dict[str, Server]) -> Open:
    """Show a match in the browser."""

    def start(name: str = "shamans", address: str = "") -> Server:
        page.goto(servers[name].address + address)
        expect(page.locator(".board > svg")).to_be_visible()
        return servers[name]

    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(DESK)
    return start


def scrubber(page: Page) -> Locator:
    return page.get_by_role("slider")


def moment(page: Page) -> int:
    return int(scrubber(page).input_value())


def last(page: Page) -> int:
    return int(scrubber(page).get_attribute("max") or "0")


WALK = """() => {
    const scrubber = document.querySelector('[type=range]');
    let nonsense = 0;
    for (let number = 0; number <= Number(scrubber.max); number += 1) {
        scrubber.value = number;
        scrubber.dispatchEvent(new Event("input"));
        for (const part of document.querySelectorAll(".board, .players, .now, .strip"))
            nonsense += /NaN|undefined/.test(part.innerHTML);
    }
    return nonsense;
}"""
"""Goes through all moments, and counts what could not be drawn."""

# ── going through a match ─────────────────────────────────────────────────────────────────────


@every_game
def test_every_moment_of_a_match_can_be_shown(show: Open, page: Page, name: str) -> None:
    """Whatever happens in it: the page may complain of nothing on the way."""
    show(name)
    nonsense = page.evaluate(WALK)
    assert nonsense == 0
    assert moment(page) == last(page)
    expect(page.locator(".outcome tbody tr")).to_have_count(SEATS[name])


def test_the_keys_go_where_they_say(show: Open, page: Page) -> None:
    show()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert moment(page) == 2
    page.keyboard.press("ArrowLeft")
    assert moment(page) == 1
    page.keyboard.press("End")
    assert moment(page) == last(page)
    page.keyboard.press("ArrowRight")
    assert moment(page) == last(page)
    page.keyboard.press("Home")
    assert moment(page) == 0
    page.keyboard.press("Shift+ArrowRight")
    expect(page).to_have_url(re.compile(r"#turn=2$"))
    page.keyboard.press("Shift+ArrowLeft")
    assert moment(page) == 0
    page.keyboard.press("]")
    expect(page.locator("[aria-current] .sign, .fault").first).to_be_visible()
    page.keyboard.press("[")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_buttons_and_the_scrubber_do_the_same(show: Open, page: Page) -> None:
    show()
    page.get_by_role("button", name="One on").click()
    assert moment(page) == 1
    page.get_by_role("button", name="Last moment").click()
    assert moment(page) == last(page)
    expect(page.get_by_role("button", name="One on")).to_be_disabled()
    page.get_by_role("button", name="First moment").click()
    scrubber(page).fill("7")
    assert moment(page) == 7
    expect(scrubber(page)).to_have_attribute("aria-valuetext", re.compile("Round 1, "))
    strip = page.locator(".strip").bounding_box()
    assert strip is not None
    page.mouse.click(strip["x"] + strip["width"] / 2, strip["y"] + 5)
    assert abs(moment(page) - last(page) / 2) <= 1


def test_it_plays_to_the_end_and_pauses_there(show: Open, page: Page) -> None:
    show("shamanix")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert moment(page) < last(page)
    page.get_by_label("Speed").select_option("8")
    scrubber(page).fill(str(last(page) - 3))
    page.keyboard.press(" ")
    expect(page.locator(".outcome")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_the_keys_change_the_speed(show: Open, page: Page) -> None:
    show()
    for key, speed in [("+", "2"), ("+", "4"), ("-", "2"), ("-", "1"), ("-", "0.5"), ("-", "0.5")]:
        page.keyboard.press(key)
        expect(page.get_by_label("Speed")).to_have_value(speed)


def test_the_events_follow_and_lead(show: Open, page: Page) -> None:
    show("shadow_hunters")
    page.keyboard.press("End")
    current = page.locator(".story [aria-current]")
    expect(current).to_contain_text("The game is over")
    expect(current).to_be_in_viewport()
    page.locator(".story button", has_text="Turn 2:").click()
    expect(page.locator(".now")).to_contain_text("Turn 2:")
    expect(page.locator(".story [aria-current]")).to_contain_text("Turn 2:")


def test_the_address_leads_to_a_moment_and_an_audience(show: Open, page: Page) -> None:
    show(address="#turn=3&step=4&seat=2")
    expect(page.get_by_label("What seat 2 knew")).to_be_checked()
    there = moment(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"#turn=3&step=5&seat=2$"))
    page.evaluate("location.hash = '#turn=3&step=4'")
    expect(page.get_by_label("Everything")).to_be_checked()
    page.evaluate("location.hash = '#turn=3&step=4&seat=2'")
    expect(page.get_by_label("What seat 2 knew")).to_be_checked()
    assert moment(page) == there


def test_an_address_that_leads_nowhere_shows_the_match_all_the_same(show: Open, page: Page) -> None:
    show(address="#turn=99999&seat=owl")
    assert moment(page) == last(page)
    expect(page.get_by_label("Everything")).to_be_checked()


# ── whose knowledge ───────────────────────────────────────────────────────────────────────────


def frames_into(answers: list[Response]) -> Callable[[Response], None]:
    """Keeps the answers that hold frames."""

    def note(answer: Response) -> None:
        if "/frames/" in answer.url:
            answers.append(answer)

    return note


def test_another_audience_is_asked_for_and_holds_nothing_more(show: Open, page: Page) -> None:
    show()
    answers: list[Response] = []
    page.on("response", frames_into(answers))
    page.keyboard.press("End")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".player .hand .piece").first).to_be_visible()
    expect(page.locator(".player .backs")).to_have_count(0)
    page.get_by_label("What seat 2 knew").check()
    expect(page.locator(".player .backs")).to_have_count(SEATS["shamans"] - 1)
    expect(page.locator(".player.s2 .hand .piece").first).to_be_visible()
    assert [answer.url.rpartition("/frames/")[2] for answer in answers] == ["2"]
    assert answers[0].body() == frames.encoded(match("shamans"), 2)
    page.keyboard.press("p")
    expect(page.locator(".player .backs")).to_have_count(SEATS["shamans"])
    assert answers[1].body() == frames.encoded(match("shamans"), "public")


def test_the_moment_stays_the_same_for_another_audience(show: Open, page: Page) -> None:
    show("shadow_hunters")
    page.locator(".story button", has_text="Turn 5:").click()
    for key, audience in [("3", "What seat 3 knew"), ("p", "What is public"), ("a", "Everything")]:
        page.keyboard.press(key)
        expect(page.get_by_label(audience)).to_be_checked()
        expect(page.locator(".now")).to_contain_text("Turn 5:")


def test_roles_not_shown_are_marked_and_only_in_their_audience(show: Open, page: Page) -> None:
    show()
    expect(page.locator(".player .role.secret")).to_have_count(SEATS["shamans"])
    page.keyboard.press("1")
    expect(page.locator(".player .role.secret")).to_have_count(1)
    expect(page.locator(".player.s1 .role.secret")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".player .role.hidden")).to_have_count(SEATS["shamans"])


# ── what bots did ─────────────────────────────────────────────────────────────────────────────


def test_faults_are_marked_and_explained_to_those_who_may_know(show: Open, page: Page) -> None:
    show()
    expect(page.locator(".strip .mark.fault")).to_have_count(2)
    page.keyboard.press("1")
    expect(page.get_by_label("What seat 1 knew")).to_be_checked()
    expect(page.locator(".strip .mark.fault")).to_have_count(2)
    page.keyboard.press("]")
    fault = page.locator(".now .fault")
    expect(fault).to_contain_text("the choice is not among the options")
    expect(fault).to_contain_text("illegal_choice")
    page.keyboard.press("2")
    expect(page.get_by_label("What seat 2 knew")).to_be_checked()
    expect(page.locator(".strip .mark.fault")).to_have_count(0)


def test_notes_times_and_beliefs_stand_beside_the_decision(show: Open, page: Page) -> None:
    show("shadow_hunters", address="#seat=0")
    expect(page.get_by_label("What seat 0 knew")).to_be_checked()
    while not page.locator(".now .note").is_visible():
        page.keyboard.press("ArrowRight")
    expect(page.locator(".now .note")).to_contain_text("taking option")
    expect(page.locator(".now .clock")).to_contain_text("of 1 s for this answer")
    expect(page.locator(".belief")).to_have_count(SEATS["shadow_hunters"] - 1)
    expect(page.locator(".clock-row")).to_have_count(1)
    expect(page.locator(".clock-row")).to_contain_text("of its bank of 10 s left")
    page.keyboard.press("2")
    expect(page.locator(".belief, .clock-row")).to_have_count(0)


def test_all_options_can_be_read(show: Open, page: Page) -> None:
    show()
    while not page.locator(".now details").is_visible():
        page.keyboard.press("ArrowRight")
    page.locator(".now summary").click()
    expect(page.locator(".options .chosen")).to_be_visible()


def test_the_table_can_be_read_in_words_and_as_data(show: Open, page: Page) -> None:
    show()
    page.get_by_text("The table in words").click()
    expect(page.locator("pre").first).to_contain_text("Round 1, trick 1 of 9.")
    page.get_by_text("The view as data").click()
    expect(page.locator("pre").last).to_contain_text('"points": [')


# ── another match ─────────────────────────────────────────────────────────────────────────────


def drop(page: Page, name: str, text: bytes, times: int = 1) -> None:
    """Let go of a file over the page, one that holds the text so many times."""
    page.evaluate(
        """([name, text, times]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text.repeat(times)], name));
            for (const type of ["dragover", "drop"])
                document.body.dispatchEvent(new DragEvent(
                    type, { bubbles: true, cancelable: true, dataTransfer: carried }));
        }""",
        [name, text.decode(), times],
    )


@pytest.fixture
def empty(page: Page) -> Iterator[Page]:
    """The page of a server that has no match yet."""
    with served(None) as server:
        page.goto(server.address)
        yield page


def test_a_record_can_be_dropped_on_the_page(empty: Page) -> None:
    expect(empty.locator(".sorry")).to_contain_text("Drop the file of a recorded match")
    drop(empty, "match.json", record.dump(match("shamanix")))
    expect(empty.get_by_role("heading", level=1)).to_contain_text("Shamanix")
    drop(empty, "other.json", record.dump(match("shamans")))
    expect(empty.get_by_role("heading", level=1)).to_contain_text("Shamans")


def test_a_record_can_be_chosen_from_a_folder(empty: Page, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(record.dump(match("shadow_hunters")))
    empty.locator("#file").set_input_files(path)
    expect(empty.get_by_role("heading", level=1)).to_contain_text("Shadow Hunters")


def test_what_is_no_record_is_refused_in_a_sentence(show: Open, page: Page) -> None:
    show()
    drop(page, "notes.txt", b"milk, bread")
    expect(page.get_by_role("alert")).to_contain_text("This record is refused: this is not JSON")
    drop(page, "huge.json", b" ", MOST_BYTES + 1)
    expect(page.get_by_role("alert")).to_contain_text("16 MB at most; huge.json has more.")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shamans")


# ── for everybody ─────────────────────────────────────────────────────────────────────────────


@every_game
@SCHEMES
@BOTH
def test_nothing_serious_keeps_anybody_out(
    show: Open, page: Page, name: str, scheme: str, size: ViewportSize
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    show(name)
    page.set_viewport_size(size)
    scrubber(page).fill(str(last(page) // 2))
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    assert barriers(page) == []


def test_no_request_leaves_the_host(show: Open, page: Page) -> None:
    asked = requests_of(page)
    server = show()
    page.keyboard.press("End")
    assert len(asked) > 10
    assert strangers(asked, server.address) == []


def test_what_moves_glides_unless_motion_is_unwelcome(show: Open, page: Page) -> None:
    show()
    gliding = "getComputedStyle(document.querySelector('.pawn')).transitionDuration"
    assert page.evaluate(gliding) == "0s"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(gliding) == "0.35s"
    pawn = page.evaluate_handle("document.querySelector('.pawn')")
    before = page.locator(".pawn").get_attribute("transform")
    page.locator(".story button", has_text="The pawn moves on").first.click()
    assert page.locator(".pawn").get_attribute("transform") != before
    assert page.evaluate("pawn => pawn === document.querySelector('.pawn')", pawn)
