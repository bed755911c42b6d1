"""Documents and rules of games, as pages."""

import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from moonladder.web import docs
from moonladder.web.markdown import document
from tests.services.browsing import barriers, look, overflow, requests_of, strangers

EVERY = list(docs.files())


def nowhere(file: str) -> str | None:
    return f"/{file}/" if file.endswith(".md") else None


@pytest.mark.parametrize("name", EVERY)
def test_links_between_documents_lead_to_pages(client: Client, name: str) -> None:
    text = client.get(f"/docs/{name}/").content.decode()
    found = re.findall(r'<(?:a|img)[^>]+(?:href|src)="(/(?:docs|games)/[^"#]*)', text)
    assert {address: client.get(address).status_code for address in found} == dict.fromkeys(
        found, 200
    )
    anchors = set(re.findall(r'id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= anchors


def test_every_document_is_listed(client: Client) -> None:
    text = client.get("/docs/").content.decode()
    assert [name for name in EVERY if f'href="/docs/{name}/"' not in text] == []


def test_every_numbered_document_and_decision_has_a_page() -> None:
    written = [*settings.SOURCE.glob("docs/*.md"), *settings.SOURCE.glob("docs/decisions/*.md")]
    assert {settings.SOURCE / file for file in docs.files().values()} >= set(written)


@pytest.mark.parametrize("name", ["nothing", "../README", "decisions/0099-no", "6-ratings"])
def test_what_is_no_document_is_not_found(client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}/").status_code == 404


@pytest.mark.parametrize("name", ["1-architecture.md", "../Makefile", "none.png"])
def test_only_pictures_are_given_away(client: Client, name: str) -> None:
    assert client.get(f"/docs/pictures/{quote(name)}", follow=True).status_code == 404


def test_pictures_of_documents_are_shown(client: Client) -> None:
    response = client.get("/docs/pictures/replay.png")
    assert response["Content-Type"] == "image/png"
    assert response.getvalue().startswith(b"\x89PNG")


def test_a_document_cannot_bring_markup() -> None:
    made = document(
        '# 7. T\n\n<script>alert(1)</script> [x](javascript:alert(1)) [y](https://z "\'>")\n',
        path="docs/7.md",
        address=nowhere,
    )
    assert made.title == "T"
    assert "<script" not in made.body
    assert 'href="javascript' not in made.body


def test_links_are_led_and_what_has_no_page_keeps_its_words() -> None:
    made = document(
        "# T\n\n[a](b.md#c) [file](../Makefile) [here](#d)\n\n## D\n\n## D\n",
        path="docs/a.md",
        address=nowhere,
    )
    assert '<a href="/docs/b.md/#c">a</a> file <a href="#d">here</a>' in made.body
    assert [chapter.anchor for chapter in made.chapters] == ["d", "d-1"]


@pytest.mark.parametrize("game", ["shamans", "shadow_hunters", "shamanix"])
def test_a_game_shows_its_options_and_its_rules(client: Client, db: None, game: str) -> None:
    text = client.get(f"/games/{game}/").content.decode()
    assert f"moonladder new {game} mybot" in text
    assert text.count("<tr><th") > 3
    assert text.partition('id="rules"')[2].count("<h2 id=") > 3


def test_a_game_nobody_knows_is_not_found(client: Client, db: None) -> None:
    assert client.get("/games/chess/").status_code == 404


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desk")])
def test_documents_and_games_keep_nobody_out(
    live_server: LiveServer, page: Page, scheme: str, size: str
) -> None:
    look(page, scheme=scheme, size=size)
    asked = requests_of(page)
    for address in ("docs/", "docs/writing-a-bot/", "docs/protocol/", "games/", "games/shamans/"):
        page.goto(f"{live_server.url}/{address}")
        assert (address, overflow(page)) == (address, 0)
        assert (address, barriers(page)) == (address, [])
    assert strangers(asked, live_server.url) == []
