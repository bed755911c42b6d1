"""The reference of the API: everything that is in the schema, ready to be pasted."""

import re
import shlex
from html import unescape

import pytest
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from moonladder.api.schema import api_schema
from moonladder.web.reference import Operation, subjects
from tests.services.browsing import barriers, look, overflow, requests_of, strangers

ADDRESS = "/docs/api/reference/"


def operations() -> list[Operation]:
    """All that the page shows."""
    return [each for found in subjects("http://here").values() for each in found]


def called(name: str) -> Operation:
    (found,) = [each for each in operations() if each.name == name]
    return found


def test_every_operation_of_the_schema_is_shown(client: Client) -> None:
    text = unescape(client.get(ADDRESS).content.decode())
    described = [each for methods in api_schema()["paths"].values() for each in methods.values()]
    assert len(described) > 40
    assert [each["operationId"] for each in described if each["summary"] not in text] == []
    anchors = re.findall(r'id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(anchors)


def test_every_line_to_paste_can_be_read_by_a_shell_and_names_this_site(client: Client) -> None:
    text = client.get(ADDRESS).content.decode()
    lines = [unescape(line) for line in re.findall(r"<pre[^>]*>(curl [^<]*)</pre>", text)]
    assert len(lines) == len(operations())
    for line in lines:
        words = shlex.split(line)
        assert words[-1].startswith("http://testserver/api/v1/")
        assert "{" not in words[-1]
        assert "None" not in words[-1]


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
