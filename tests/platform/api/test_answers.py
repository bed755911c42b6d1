"""What all endpoints have in common: problems, tags, pages, who asks."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches import planning
from matches.models import Match
from moonladder.accounts.models import Token
from moonladder.ladders.models import Entry, Ladder
from tests.matches import arena
from tests.platform.api.conftest import client_of, secret_of

STANDINGS = "/api/v1/ladders/shamans/standings/"


def test_standings_tell_who_leads(client: Client, ladder: Ladder) -> None:
    answer = client.get(STANDINGS).json()
    assert [line["rank"] for line in answer["results"]] == [1, 2, 3, 4]
    best = answer["results"][0]
    assert best["best_rank"] == 1
    assert best["low"] < best["rating"] < best["high"]
    assert best["bot"]["name"] == f"{best['bot']['owner']}-bot"
    assert answer["next"] is None


def test_a_list_is_read_page_by_page(client: Client, ladder: Ladder) -> None:
    arena.seat(ladder, "eve-bot", owner="eve")
    address, seen = f"{STANDINGS}?limit=2", []
    while address:
        page = client.get(address).json()
        assert len(page["results"]) <= 2
        seen += [line["bot"]["owner"] for line in page["results"]]
        address = page["next"]
    ranked = Entry.objects.filter(rank__isnull=False).order_by("rank")
    assert seen == [entry.bot.owner.username for entry in ranked] + ["eve"]


def test_inserts_neither_repeat_nor_hide_rows_of_later_pages(
    client: Client, ladder: Ladder
) -> None:
    expected = list(Match.objects.order_by("-pk").values_list("number", flat=True))
    page = client.get("/api/v1/matches/?limit=2").json()
    seen = [match["number"] for match in page["results"]]
    while page["next"]:
        arena.play_rounds(ladder, 1, arena.decide_block)
        page = client.get(page["next"]).json()
        seen += [match["number"] for match in page["results"]]
    assert seen == expected


@pytest.mark.parametrize("cursor", ["x", "-1", "1.2", "9" * 16, "é", "²", ""])
def test_a_cursor_of_somewhere_else_is_refused(client: Client, ladder: Ladder, cursor: str) -> None:
    answer = client.get("/api/v1/matches/", {"cursor": cursor})
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("cursor: ")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("limit=101", "limit: Ensure this value is less than or equal to 100."),
        ("limit=ten", "limit: A valid integer is required."),
        ("page=2", "page: No such parameter: choose from cursor, limit."),
        ("limit=1&limit=2", "limit: Give it once."),
    ],
)
def test_a_question_that_makes_no_sense_is_not_answered_otherwise(
    client: Client, ladder: Ladder, query: str, sentence: str
) -> None:
    answer = client.get(f"{STANDINGS}?{query}")
    assert answer.status_code == 400
    assert answer.json()["detail"] == sentence


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/api/v1/ladders/nowhere/", 404, "There is no ladder 'nowhere'"),
        ("/api/v1/ladders/shamans", 404, "it ends with a slash"),
        ("/api/v1/ladders/shamans/nothing/", 404, "check the address"),
        ("/api/v1/matches/shamans/999999999/", 404, "There is no match shamans/999999999."),
        ("/api/v1/matches/shamans/99999999999999999999/", 404, "check the address"),
        ("/api/v1/games/chess/", 404, "the games are: shamans"),
    ],
)
def test_what_is_not_there_is_a_problem_with_a_sentence(
    client: Client, ladder: Ladder, address: str, status: int, sentence: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert sentence in answer.json()["detail"]


def test_other_methods_are_refused_with_those_that_work(client: Client, ladder: Ladder) -> None:
    answer = client.put(STANDINGS)
    assert answer.status_code == 405
    assert answer["Allow"] == "GET, HEAD"
    assert "Allow says what works" in answer.json()["detail"]


def test_what_has_not_changed_is_not_told_again(client: Client, ladder: Ladder) -> None:
    first = client.get(STANDINGS)
    known = {"If-None-Match": f"W/{first['ETag']}"}
    again = client.get(STANDINGS, headers=known)
    assert again.status_code == 304
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert again["Vary"] == "Authorization, Cookie"
    arena.play_rounds(ladder, 1, arena.decide_block)
    assert client.get(STANDINGS, headers=known).status_code == 200


def test_answers_are_for_those_who_asked(client: Client, ladder: Ladder) -> None:
    answer = client.get(STANDINGS)
    assert answer["Cache-Control"] == "private, no-cache"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Authorization" in answer["Vary"]


@pytest.mark.parametrize("header", ["Bearer ml_wrong", "Bearer", "Token abc", "Basic YTpi"])
def test_a_wrong_token_is_told_how_to_send_one(client: Client, ladder: Ladder, header: str) -> None:
    answer = client.get(STANDINGS, headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer")
    assert "`Authorization: Bearer ml_...`" in answer.json()["detail"]


def test_a_token_without_the_scope_is_refused(ada: User) -> None:
    answer = client_of(ada, "submit").get(STANDINGS)
    assert answer.status_code == 403
    assert "lacks the scope `read`" in answer.json()["detail"]


def test_a_revoked_token_is_refused_at_once(ada: User) -> None:
    program = client_of(ada)
    assert program.get(STANDINGS).status_code == 200
    Token.objects.all().delete()
    assert program.get(STANDINGS).status_code == 401


def test_a_wrong_token_hides_a_good_session(client: Client, ada: User) -> None:
    client.force_login(ada)
    answer = client.get(STANDINGS, headers={"Authorization": "Bearer ml_wrong"})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "address", [STANDINGS, "/api/v1/matches/", "/api/v1/ladders/", "/api/v1/ladders/shamans/seeds/"]
)
def test_lists_cost_as_many_queries_whatever_their_length(
    ada: User, ladder: Ladder, address: str
) -> None:
    program = client_of(ada)
    few = queries_of(program, address)
    for name in ("fay", "gil", "hal"):
        arena.seat(ladder, f"{name}-bot", owner=name)
    arena.make_ladder("others")
    arena.play_rounds(ladder, 3, arena.decide_block)
    assert queries_of(program, address) == few


def queries_of(program: Client, address: str) -> int:
    """How many queries an answer takes, once the token's use is noted."""
    assert program.get(address).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        program.get(address)
    return len(queries)


def test_seeds_are_told_when_a_block_is_over(client: Client, ladder: Ladder) -> None:
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    first, *others = client.get("/api/v1/ladders/shamans/seeds/").json()["results"]
    assert first == {"number": block.number, "seed": None}
    assert all(other["seed"] is not None for other in others)


def test_the_secret_is_told_when_the_ladder_is_closed(client: Client, ladder: Ladder) -> None:
    address = "/api/v1/ladders/shamans/"
    assert client.get(address).json()["secret"] is None
    Ladder.objects.update(state="closed", secret_revealed_at=ladder.created_at)
    assert client.get(address).json()["secret"] == ladder.secret


def test_secrets_are_no_part_of_addresses(ada: User) -> None:
    assert Client().get(f"{STANDINGS}?token={secret_of(ada)}").status_code == 400
