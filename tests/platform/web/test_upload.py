"""The upload page: what is taken leads to its version, what is not changes nothing and says why."""

import io
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django import DjangoAssertNumQueries, Settings
from pytest_django.live_server_helper import LiveServer

from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.services import upload_content
from moonladder.ladders.models import Entry, Ladder, LadderState
from moonladder.ladders.services import entry_withdraw
from moonladder.players.models import Ground
from moonladder.players.services import player_arrive
from tests.matches import arena
from tests.platform.web.reading import as_, text
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db
NEW = "/upload/?game=shamans"
NEXT = "/upload/?bot=ada/ada"
LIMIT = 5 * 2**20


@pytest.fixture(autouse=True)
def ladder(settings: Settings) -> Ladder:
    """A site that takes uploads, with two ladders; ada and bob have a bot on the first."""
    settings.SANDBOX = ""
    ladder = arena.make_ladder()
    arena.make_ladder("other")
    arena.make_ladder("elsewhere", game="shamanix", seats=2, options={})
    for name in ("ada", "bob"):
        arena.seat(ladder, name, is_house=False)
    return ladder


@pytest.fixture
def ada() -> User:
    """Who uploads."""
    return User.objects.get(username="ada")


def file(content: bytes = b"print()", name: str = "bot.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def typed(**changes: Any) -> dict[str, Any]:
    """A new bot's form as it is filled in."""
    form = {"name": "lunatic", "ladders": ["quick", "other"], "file": file(), **changes}
    return {name: value for name, value in form.items() if value is not None}


def counts() -> tuple[int, ...]:
    """What an upload adds to."""
    return tuple(each.objects.count() for each in (Bot, Version, Entry))


# ── what is taken ─────────────────────────────────────────────────────────────────────────────


def test_one_chooses_among_ones_own_bots_and_the_games(ada: User) -> None:
    page = text(as_(ada), "/upload/")
    assert 'href="?bot=ada/ada"' in page
    assert "bob" not in page
    for game in ("shamans", "shadow_hunters", "shamanix"):
        assert f'href="?game={game}"' in page


def test_a_new_bot_is_named_entered_and_uploaded_at_once(ada: User) -> None:
    answer = as_(ada).post(NEW, typed())
    assert answer["Location"] == "/bots/ada/lunatic/v1/"
    version = Version.objects.get(bot__name="lunatic")
    assert (version.status, version.upload_name) == ("received", "bot.py")
    assert upload_content(version) == b"print()"
    assert version.bot.game == "shamans"
    assert {entry.ladder.slug for entry in version.bot.entries.all()} == {"quick", "other"}


def test_the_next_version_is_offered_the_ladders_that_are_new_to_the_bot(ada: User) -> None:
    client = as_(ada)
    page = text(client, NEXT)
    assert 'value="other"' in page
    for known_or_strange in ("quick", "elsewhere"):
        assert f'value="{known_or_strange}"' not in page
    assert client.post(NEXT, {"file": file()})["Location"] == "/bots/ada/ada/v2/"
    assert Entry.objects.filter(bot__name="ada").count() == 1


def test_a_ladder_that_was_left_is_offered_and_not_ticked(ada: User) -> None:
    entry_withdraw(entry=Entry.objects.get(bot__name="ada"), actor=ada)
    client = as_(ada)
    page = text(client, NEXT)
    assert "the bot has left it, and would return" in page
    assert page.count(" checked") == 1
    client.post(NEXT, {"file": file(), "ladders": ["quick"]})
    assert Entry.objects.get(bot__name="ada", ladder__slug="quick").is_active


def test_without_an_open_ladder_there_is_none_to_choose(ada: User) -> None:
    Ladder.objects.update(state=LadderState.CLOSED)
    client = as_(ada)
    assert "Ladders to enter" not in text(client, NEW)
    assert client.post(NEW, typed(ladders=None)).status_code == 302


def test_what_is_sent_twice_leads_to_the_same_version(ada: User) -> None:
    client = as_(ada)
    for address, form in ((NEW, typed), (NEXT, lambda: {"file": file(b"2")})):
        first, second = (client.post(address, form())["Location"] for _ in range(2))
        assert first == second
    assert Version.objects.exclude(status=VersionStatus.READY).count() == 2


@pytest.mark.parametrize(
    "name",
    [
        b"../../../etc/passwd",
        b"..\\..\\boot.ini",
        b"<img src=x onerror=alert(1)>.py",
        b"'; DROP TABLE bots; --.py",
        b"%00.py",
        "\u202eyp.tob \U0001f40d.py".encode(),
        b"x" * 400 + b".py",
    ],
)
def test_the_name_of_a_file_is_words_and_nothing_else(ada: User, name: bytes) -> None:
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="'
        + name
        + b'"\r\n\r\nprint()\r\n--x--\r\n'
    )
    client = as_(ada)
    answer = client.generic("POST", NEXT, body, content_type="multipart/form-data; boundary=x")
    assert answer["Location"] == "/bots/ada/ada/v2/"
    version = Version.objects.get(number=2)
    assert "/" not in version.upload_name
    assert len(version.upload_name) <= 255
    assert Path(str(version.upload)).parent == Path("uploads")
    assert "<img src=x" not in text(client, answer["Location"])
    source = client.get("/bots/ada/ada/v2/source/")
    assert source.content == b"print()"
    assert source["Content-Disposition"].startswith("attachment")


# ── what is not ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "two words"}, "Use letters (a to z), digits, - and _"),
        ({"name": "<script>"}, "Use letters (a to z), digits, - and _"),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "ada"}, "You have a bot &#x27;ada&#x27;: upload its next version instead"),
        ({"file": None}, "Choose a file: one program, or an archive"),
        ({"file": file(b"")}, "The file is empty"),
        ({"file": [file(b"1"), file(b"2")]}, "Send one file"),
        ({"file": file(b"#" * (LIMIT + 1))}, "leave out what the bot does not need"),
        ({"ladders": None}, "Choose at least one"),
        ({"ladders": ["elsewhere"]}, "elsewhere is not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_in_place_and_nothing_typed_is_lost(
    ada: User, wrong: dict[str, Any], said: str
) -> None:
    before = counts()
    form = typed(**wrong)
    page = as_(ada).post(NEW, form).content.decode()
    field = next(iter(wrong))
    beside = page.partition(f'id="field_{field}"')[2].partition("<input")[0]
    assert said in beside
    assert "<script>" not in page.partition("<main")[2]
    assert f'value="{form["name"]}"' in page or "<" in form["name"] or not form["name"]
    assert page.count(" checked") == len(form.get("ladders", ())) - (
        "elsewhere" in str(form.get("ladders"))
    )
    assert counts() == before


def test_who_cannot_be_named_in_an_address_is_told_so() -> None:
    odd = User.objects.create(username="odd@example.org")
    before = counts()
    page = as_(odd).post(NEW, typed()).content.decode()
    assert "the name becomes part of addresses" in page
    assert counts() == before


@pytest.mark.parametrize("address", [NEW, NEXT, "/upload/"])
def test_strangers_log_in_first_and_come_back(address: str) -> None:
    before = counts()
    answer = Client().get(address)
    assert answer["Location"].startswith("/login/?next=/upload/")
    assert Client().post(address, typed()).status_code == 302
    assert counts() == before


@pytest.mark.parametrize(
    "address",
    [NEXT, "/upload/?bot=nobody/nothing", "/upload/?bot=<b>", "/upload/?game=chess"],
)
def test_what_is_not_ones_own_is_not_there(address: str) -> None:
    before = counts()
    organiser = User.objects.create(username="organiser", is_staff=True)
    for user in (User.objects.get(username="bob"), organiser):
        client = as_(user)
        assert client.get(address).status_code == 404
        assert client.post(address, typed()).status_code == 404
    assert counts() == before


def test_a_form_from_elsewhere_is_refused(ada: User) -> None:
    client, before = as_(ada, enforce_csrf_checks=True), counts()
    assert client.post(NEW, typed()).status_code == 403
    assert counts() == before
    token = text(client, NEW).partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    assert client.post(NEW, typed(csrfmiddlewaretoken=token)).status_code == 302


# ── refused unread ────────────────────────────────────────────────────────────────────────────


class Unread(io.RawIOBase):
    """A body that nobody may look at."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body was read")


def send_unread(client: Client, length: int) -> Any:
    """Announce a body of that length, which must not be read."""
    environ: dict[str, Any] = {"wsgi.input": Unread(), "CONTENT_LENGTH": str(length)}
    kind = "multipart/form-data; boundary=x"
    return client.generic("POST", NEW, b"-", content_type=kind, **environ)


def test_a_body_that_is_too_large_is_refused_unread(ada: User) -> None:
    client, before = as_(ada, enforce_csrf_checks=True), counts()
    for length in (LIMIT + 64 * 1024 + 1, 10**15):
        answer = send_unread(client, length)
        assert answer.status_code == 413
        assert "may have 5,242,880 (5 MiB)" in answer.content.decode()
    with pytest.raises(AssertionError, match="the body was read"):
        send_unread(client, LIMIT)
    assert send_unread(Client(enforce_csrf_checks=True), LIMIT)["Location"].startswith("/login/")
    assert counts() == before


def test_who_has_uploaded_enough_is_told_when_there_is_room(ada: User, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY, client = 1, as_(ada)
    before = counts()
    page = text(client, NEW)
    assert "You have uploaded all 1 versions of 24 hours: there is room again" in page
    assert "disabled>Upload" in page
    answer = send_unread(client, 1000)
    assert answer.status_code == 429
    assert "there is room again at" in answer.content.decode()
    assert counts() == before


def test_who_has_enough_on_the_way_is_led_there(ada: User, settings: Settings) -> None:
    settings.UPLOADS_WAITING, client = 1, as_(ada)
    client.post(NEXT, {"file": file()})
    page = text(client, NEW)
    assert 'href="/bots/ada/ada/v2/"' in page
    assert "At most 1 may be" in page
    assert send_unread(client, 1000).status_code == 429


@pytest.mark.parametrize("address", ["/upload/", NEW])
def test_a_site_that_takes_no_uploads_says_what_would_change_that(ada: User, address: str) -> None:
    player_arrive(name="p", ground=Ground.HOUSE, backend="", missing=["a <b>: get it"], processes=1)
    client = as_(ada)
    page = text(client, address)
    assert "This site takes no uploads at the moment" in page
    assert "install bubblewrap" in page
    assert "a &lt;b&gt;: get it" in page
    assert send_unread(client, 1000).status_code == 503


def test_limits_are_told_before(ada: User, settings: Settings) -> None:
    settings.UPLOAD_MIB = 7
    client = as_(ada)
    assert "not known yet" in text(client, NEW)
    player_arrive(
        name="p", ground=Ground.FULL, backend="", missing=(), processes=1, languages=("C", "Go")
    )
    page = text(client, NEW)
    assert "7 MiB as it is sent; 20 MiB and 500 files unpacked" in page
    assert "C, Go" in page
    assert "You may upload 49 more" in page


def test_the_page_costs_the_same_however_much_there_is(
    ada: User, django_assert_num_queries: DjangoAssertNumQueries, settings: Settings
) -> None:
    settings.UPLOADS_WAITING = 9
    client = as_(ada)
    for number in range(3):
        client.post(NEXT, {"file": file(b"%d" % number)})
        arena.make_ladder(f"more-{number}")
        with django_assert_num_queries(10):
            text(client, NEXT)
        with django_assert_num_queries(5):
            text(client, "/upload/")


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


def enter(page: Page, server: LiveServer, user: User, address: str) -> None:
    """Go to a page as somebody who is logged in."""
    cookie = as_(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": server.url}])
    page.goto(f"{server.url}{address}")


DROP = """([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}"""


def drop(page: Page, content: str) -> None:
    """Let a file go over the page, once its scripts run."""
    expect(page.get_by_role("button", name="Choose a folder")).to_be_visible()
    page.evaluate(DROP, ["bot.py", content])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dropped_file_is_sent_and_followed(
    broker: str, live_server: LiveServer, page: Page, ada: User, scheme: str
) -> None:
    look(page, size="phone", scheme=scheme)
    enter(page, live_server, ada, NEW)
    assert (overflow(page), barriers(page)) == (0, [])
    page.get_by_label("Name of the bot").fill("two words")
    drop(page, "print()")
    expect(page.locator("#chosen")).to_have_text("bot.py, 1 KiB")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("#field_name .errorlist")).to_contain_text("Use letters")
    expect(page.get_by_label("Name of the bot")).to_have_value("two words")
    page.get_by_label("Name of the bot").fill("lunatic")
    page.get_by_role("button", name="Upload", exact=True).press("Enter")
    expect(page).to_have_url(f"{live_server.url}/bots/ada/lunatic/v1/")
    assert upload_content(Version.objects.get(bot__name="lunatic")) == b"print()"


@pytest.mark.django_db(transaction=True)
def test_what_is_too_large_is_not_even_sent(
    broker: str, live_server: LiveServer, page: Page, ada: User
) -> None:
    enter(page, live_server, ada, NEXT)
    drop(page, "#" * (LIMIT + 1))
    expect(page.locator("#field_file .errorlist")).to_contain_text(
        "An upload may have 5 MB at most"
    )
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.locator("#field_file .errorlist")).to_contain_text("Choose a file")
    assert not Version.objects.filter(number=2).exists()


@pytest.mark.django_db(transaction=True)
def test_the_form_opens_as_soon_as_there_is_room(
    broker: str, live_server: LiveServer, page: Page, ada: User, settings: Settings
) -> None:
    settings.UPLOADS_WAITING = 1
    as_(ada).post(NEXT, {"file": file(b"1")})
    enter(page, live_server, ada, NEXT)
    button = page.get_by_role("button", name="Upload", exact=True)
    expect(button).to_be_disabled()
    drop(page, "print()")
    Version.objects.update(status=VersionStatus.REJECTED)
    button.click()
    expect(page).to_have_url(f"{live_server.url}/bots/ada/ada/v3/")


@pytest.mark.django_db(transaction=True)
def test_a_folder_is_packed_in_the_browser(
    broker: str, live_server: LiveServer, page: Page, ada: User, tmp_path: Path
) -> None:
    folder = tmp_path / "mybot"
    (folder / "lib/deep").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    files = {"bot.py": b"import lib", "lib/deep/table.txt": b"1" * 1537, "lib/none.txt": b""}
    for path, content in (files | {".secret": b"s", "__pycache__/x.pyc": b"s"}).items():
        (folder / path).write_bytes(content)
    enter(page, live_server, ada, NEXT)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a folder").click()
    chooser.value.set_files(folder)
    expect(page.locator("#chosen")).to_contain_text("mybot.tar.gz")
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page).to_have_url(f"{live_server.url}/bots/ada/ada/v2/")
    sent = io.BytesIO(upload_content(Version.objects.get(number=2)))
    with tarfile.open(fileobj=sent) as tar:
        found = {each.name: tar.extractfile(each) for each in tar.getmembers()}
        assert {name: body and body.read() for name, body in found.items()} == {
            f"mybot/{path}": content for path, content in files.items()
        }


@pytest.mark.django_db(transaction=True)
def test_without_scripts_it_is_a_plain_form(
    broker: str, live_server: LiveServer, browser: Browser, ada: User
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        enter(page, live_server, ada, NEW)
        expect(page.get_by_role("button", name="Choose a folder")).to_be_hidden()
        page.get_by_label("Name of the bot").fill("lunatic")
        sent: Any = {"name": "bot.py", "mimeType": "text/x-python", "buffer": b"print()"}
        page.get_by_label("File").set_input_files(sent)
        page.get_by_role("button", name="Upload", exact=True).click()
        expect(page).to_have_url(f"{live_server.url}/bots/ada/lunatic/v1/")
        expect(page.get_by_role("heading", level=1)).to_have_text("lunatic v1")
