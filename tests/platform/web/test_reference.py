"""The reference of the API: everything that is in the schema, ready to be pasted."""

import contextlib
import io
import re
import shlex
import subprocess
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from moonladder.api.problems import NOT_FOUND
from moonladder.api.schema import api_schema
from moonladder.web.reference import BROWSERS, Operation, subjects
from tests.platform.api.conftest import secret_of
from tests.platform.api.world import make_world
from tests.services.browsing import barriers, look, overflow, requests_of, strangers
from tests.services.processes import find_program

ADDRESS = "/docs/api/reference/"


def operations() -> list[Operation]:
    """All that the page shows."""
    return [each for found in subjects("http://here").values() for each in found]


def called(name: str) -> Operation:
    (found,) = [each for each in operations() if each.name == name]
    return found


def test_every_operation_of_the_schema_is_shown(client: Client) -> None:
    text = unescape(client.get(ADDRESS).content.decode())
    assert len(described()) > 40
    assert [each["operationId"] for each in described() if each["summary"] not in text] == []
    anchors = re.findall(r'id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(anchors)


def test_every_line_to_paste_can_be_read_by_a_shell_and_names_this_site(client: Client) -> None:
    text = client.get(ADDRESS).content.decode()
    lines = [unescape(line) for line in re.findall(r"<pre[^>]*>(curl [^<]*)</pre>", text)]
    assert len(lines) == len([each for each in operations() if each.who != BROWSERS])
    for line in lines:
        words = shlex.split(line)
        assert words[-1].startswith("http://testserver/api/v1/")
        assert "{" not in words[-1]
        assert "None" not in words[-1]


@pytest.mark.django_db(transaction=True)
def test_what_is_pasted_asks_for_what_it_says(
    live_server: LiveServer, broker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each with curl and in Python; there are no things of all the examples' names here."""
    find_program("curl")
    make_world()
    monkeypatch.setenv("TOKEN", secret_of(User.objects.get(username="ada")))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mybot.py").write_text("print()")
    known = {each["operationId"]: each for each in described()}
    wrong, done = [], 0
    for each in (found for group in subjects(live_server.url).values() for found in group):
        for answer in (by_curl(each.curl), by_python(each.python)) if each.curl else ():
            fits = str(answer.status) in known[each.name]["responses"]
            if not fits or answer.status in MISTAKES or NOT_FOUND in answer.text:
                wrong.append((each.name, answer))
            done += answer.status < 300
    assert wrong == []
    assert done >= 90


class Answer(NamedTuple):
    status: int
    text: str


MISTAKES = {400, 401, 405, 411, 413, 415}
"""What is answered to whoever asks in a wrong way."""


def by_curl(line: str) -> Answer:
    """What a pasted line is answered."""
    script = f"{line} -w '\\n%{{http_code}}'"
    run = subprocess.run(script, shell=True, capture_output=True, text=True)
    text, _, status = run.stdout.rpartition("\n")
    return Answer(int(status), text)


def by_python(lines: str) -> Answer:
    """What pasted lines are answered."""
    names: dict[str, Any] = {}
    with contextlib.suppress(httpx.HTTPStatusError), contextlib.redirect_stdout(io.StringIO()):
        exec(lines, names)
    return Answer(names["answer"].status_code, names["answer"].text)


def described() -> list[dict[str, Any]]:
    """All operations of the schema."""
    return [each for methods in api_schema()["paths"].values() for each in methods.values()]


def test_what_needs_a_token_shows_where_it_goes() -> None:
    assert '"Authorization: Bearer $TOKEN"' in called("read_log").curl
    assert "Authorization" not in called("read_standings").curl


def test_files_are_sent_as_files_and_bodies_as_json() -> None:
    assert "-F file=@mybot.py" in called("upload_version").curl
    assert """--json '{"bot": "ada/lunatic"}'""" in called("enter_bot").curl


def test_parameters_come_in_the_order_of_the_address() -> None:
    names = [each.name for each in called("list_opponents").parameters]
    assert names == ["slug", "owner", "name", "cursor", "limit"]


def test_what_is_in_an_answer_is_told_however_deep() -> None:
    told = {each.name: each for each in called("show_match").answer}
    assert told["status"].kind == "waiting or running or finished or void"
    assert told["seats[].bot.owner"].kind == "string"
    assert told["seats[].placement"].kind == "integer or null"
    assert told["finished_at"].kind == "time or null"


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desk")])
def test_the_reference_keeps_nobody_out(
    live_server: LiveServer, page: Page, scheme: str, size: str
) -> None:
    look(page, scheme=scheme, size=size)
    asked = requests_of(page)
    page.goto(f"{live_server.url}{ADDRESS}")
    for summary in page.locator("summary").all()[:12]:
        summary.click()
    assert overflow(page) == 0
    assert barriers(page) == []
    assert strangers(asked, live_server.url) == []
