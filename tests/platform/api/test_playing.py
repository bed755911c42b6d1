"""Challenges, the queue, matches played again, and how bots fare: what answers say."""

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from matches import planning, services
from matches.models import Match, Reproduction, Seat, Swap
from matches.swap_reports import swap_report
from moonladder.bots.models import Bot, VersionStatus
from moonladder.ladders.models import Ladder, LadderState
from tests.matches import arena
from tests.platform.api.conftest import client_of

V1 = "/api/v1"
TABLE = ["ada/ada-bot", "bob/bob-bot", "cleo/cleo-bot/v1"]


def challenge(program: Client, **said: object) -> dict[str, object]:
    """Ask for a match of ada's; return what is answered."""
    asked = {"ladder": "shamans", "bots": TABLE, **said}
    answer = program.post(f"{V1}/challenges/", asked, content_type="application/json")
    return {**answer.json(), "status": answer.status_code, "at": answer.get("Location")}


def test_a_challenge_is_played_by_those_named_from_the_seed_named(ada: User) -> None:
    program = client_of(ada)
    made = challenge(program, seed=7)
    assert (made["status"], made["is_seed_chosen"]) == (201, True)
    match = program.get(str(made["at"])).json()
    assert (match["kind"], match["status"], match["seed"]) == ("challenge", "waiting", None)
    assert [f"{seat['bot']['owner']}" for seat in match["seats"]] == ["ada", "bob", "cleo"]
    assert Match.objects.select_related("block").get(number=match["number"]).block.seed == 7
    listed = program.get(f"{V1}/challenges/").json()["results"]
    assert [each["match"]["number"] for each in listed] == [match["number"]]


def test_whoever_challenged_too_often_is_told_when_there_is_room(
    ada: User, settings: Settings
) -> None:
    settings.CHALLENGES_PER_DAY = 1
    program = client_of(ada)
    assert challenge(program)["status"] == 201
    asked = {"ladder": "shamans", "bots": TABLE}
    answer = program.post(f"{V1}/challenges/", asked, content_type="application/json")
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 24 * 3600
    assert "there is room again" in answer.json()["detail"]
    quota = program.get(f"{V1}/account/quotas/").json()["challenges"]
    assert (quota["left"], quota["waiting"], quota["most_waiting"]) == (0, 1, 5)
    assert quota["next_at"] is not None


@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        ({"bots": TABLE[:2]}, 409, "has 3 seats, and you named 2 bots"),
        ({"bots": ["bob/bob-bot"] * 3}, 409, "None of these bots is yours"),
        ({"bots": ["ada/nobody"] * 3}, 404, "There is no bot ada/nobody"),
        ({"bots": ["ada"]}, 400, "bots.0: "),
        ({"bots": "ada/ada-bot"}, 400, "bots: Expected a list"),
        ({"ladder": "nowhere"}, 404, "There is no ladder 'nowhere'"),
        ({"seed": 2**53}, 400, "seed: "),
        ({"seed": -1}, 400, "seed: "),
        ({"seed": "7"}, 400, "seed: A valid integer"),
        ({"seed": True}, 400, "seed: A valid integer"),
        ({"rated": True}, 400, "rated: No such value: choose from ladder, bots, seed."),
    ],
)
def test_a_challenge_that_cannot_be_is_refused_with_a_sentence(
    ada: User, said: dict[str, object], status: int, sentence: str
) -> None:
    answer = challenge(client_of(ada), **said)
    assert answer["status"] == status
    assert sentence in str(answer["detail"])


def test_the_queue_tells_what_waits_in_its_order(client: Client, ada: User, ladder: Ladder) -> None:
    planning.ranked_plan(ladder=ladder)
    asked = challenge(client_of(ada))["match"]
    assert isinstance(asked, dict)
    address, seen = f"{V1}/queue/?limit=1", []
    while address:
        page = client.get(address).json()
        seen += [(row["match"]["number"], row["ahead"]) for row in page["results"]]
        address = page["next"]
    ranked = range(asked["number"] - 3, asked["number"])
    assert seen == [(asked["number"], 0), *zip(ranked, (1, 2, 3), strict=True)]
    elsewhere = client.get(f"{V1}/queue/?ladder=nowhere").json()
    assert elsewhere["results"] == []


def test_a_match_and_an_upload_tell_how_long_they_wait(client: Client, ada: User) -> None:
    program = client_of(ada)
    match = challenge(program)["match"]
    assert isinstance(match, dict)
    wait = client.get(f"{V1}/matches/shamans/{match['number']}/wait/").json()
    assert (wait["is_waiting"], wait["ahead"]) == (True, 0)
    over = client.get(f"{V1}/matches/shamans/1/wait/").json()
    assert over == {"is_waiting": False, "ahead": None, "seconds": None}
    version = arena.upload(Bot.objects.get(name="ada-bot"))
    address = f"{V1}/bots/ada/ada-bot/versions/{version.number}/wait/"
    assert program.get(address).json()["is_waiting"]
    assert client.get(address).status_code == 404


def test_a_match_that_is_to_be_played_again_is_so_once(ada: User, ladder: Ladder) -> None:
    program = client_of(ada)
    address = f"{V1}/matches/shamans/1/reproductions/"
    first, second = (program.post(address).json() for _ in range(2))
    assert first == second
    assert first["status"] == "waiting"
    assert Client().get(address).json()["results"] == [first]
    assert Reproduction.objects.get().requested_by == ada


def test_a_match_that_is_not_over_cannot_be_played_again(ada: User, ladder: Ladder) -> None:
    planning.ranked_plan(ladder=ladder)
    last = Match.objects.order_by("-number")[0]
    answer = client_of(ada).post(f"{V1}/matches/shamans/{last.number}/reproductions/")
    assert answer.status_code == 409
    assert "only a finished match can be played again" in answer.json()["detail"]


def test_an_owner_reads_what_put_a_bot_out_and_what_to_change(ada: User) -> None:
    seats = Seat.objects.filter(version__bot__owner=ada, match__status="finished")
    Seat.objects.filter(pk__in=list(seats.values_list("pk", flat=True)[:2])).update(
        fault="timeout:cpu"
    )
    (crash,) = client_of(ada).get(f"{V1}/bots/ada/ada-bot/crashes/").json()["results"]
    assert (crash["fault"], crash["times"], crash["ladder"]) == ("timeout:cpu", 2, "shamans")
    assert crash["advice"].startswith("Think less")


def test_two_bots_are_compared(client: Client, ladder: Ladder) -> None:
    address = f"{V1}/ladders/shamans/compare/"
    names = [f"{name}/{name}-bot" for name in ("ada", "bob")]
    there, back = (
        client.get(address, {"one": one, "other": other}).json()
        for one, other in (names, reversed(names))
    )
    assert there["likelihood"] + back["likelihood"] == pytest.approx(1)
    assert there["one"]["bot"]["owner"] == back["other"]["bot"]["owner"] == "ada"
    assert there["met"]["score"] + back["met"]["score"] == pytest.approx(1)
    same = client.get(address, {"one": names[0], "other": names[0]})
    assert (same.status_code, same.json()["detail"]) == (400, "other: Name another bot than `one`.")
    arena.make_bot(ladder, "eve-bot", owner="eve")
    Bot.objects.filter(name="eve-bot").update(current=Bot.objects.get(name="ada-bot").current)
    unrated = client.get(address, {"one": names[0], "other": "eve/eve-bot"})
    assert unrated.status_code == 404
    assert "eve-bot has played on shamans yet" in unrated.json()["detail"]


def test_a_bot_tells_whom_it_met_page_by_page(client: Client, ladder: Ladder) -> None:
    place = f"{V1}/ladders/shamans/entries/ada/ada-bot/opponents/"
    address, met = f"{place}?limit=1", []
    while address:
        page = client.get(address).json()
        met += page["results"]
        address = page["next"]
    assert met == client.get(place).json()["results"]
    assert {each["bot"]["owner"] for each in met} >= {"bob", "cleo"}
    shared = [each["matches"] for each in met]
    assert shared == sorted(shared, reverse=True)


def test_aspects_name_bots_by_their_place(client: Client, ladder: Ladder) -> None:
    told = client.get(f"{V1}/ladders/shamans/aspects/").json()
    entry = client.get(f"{V1}/ladders/shamans/entries/ada/ada-bot/").json()
    place = [bot["owner"] for bot in told["bots"]].index("ada")
    own = {
        (score["aspect"], score["value"]): score["score"]
        for score in told["scores"]
        if score["bot"] == place
    }
    assert own == {(each["aspect"], each["value"]): each["score"] for each in entry["aspects"]}


def test_the_places_of_a_bot_name_their_ladders(client: Client, ladder: Ladder) -> None:
    (place,) = client.get(f"{V1}/bots/ada/ada-bot/entries/").json()["results"]
    assert (place["ladder"], place["is_active"]) == ("shamans", True)


def test_a_closed_ladder_tells_whether_its_seeds_held(client: Client, ladder: Ladder) -> None:
    address = f"{V1}/ladders/shamans/commitment/"
    assert client.get(address).json()["check"] is None
    Ladder.objects.update(state=LadderState.CLOSED, secret_revealed_at=timezone.now())
    told = client.get(address).json()
    assert told["secret"] == ladder.secret
    assert told["check"] == {"is_kept": True, "checked": 4, "wrong": []}


def test_a_match_tells_why_each_rating_moved(client: Client, ladder: Ladder) -> None:
    match = client.get(f"{V1}/matches/shamans/1/").json()
    assert [change["revision"] for change in match["changes"]] == [0, 0, 0]
    moved = {change["seat"]: change["after"] for change in match["changes"]}
    assert moved == {seat["seat"]: seat["elo_after"] for seat in match["seats"]}


def test_matches_of_a_block_are_found_by_its_number(client: Client, ladder: Ladder) -> None:
    found = client.get(f"{V1}/matches/?ladder=shamans&block=2").json()["results"]
    assert {match["block"] for match in found} == {2}
    assert len(found) == 3


def test_following_a_match_costs_one_query_until_it_moves(
    client: Client, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    planning.ranked_plan(ladder=ladder)
    match = Match.objects.filter(status="waiting")[0]
    address = f"{V1}/matches/shamans/{match.number}/"
    known = {"If-None-Match": client.get(address)["ETag"]}
    with django_assert_num_queries(1):
        again = client.get(address, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again["Cache-Control"] == "private, no-cache"
    assert services.match_claim(match_id=match.pk, worker="w") is not None
    moved = client.get(address, headers=known)
    assert (moved.status_code, moved.json()["status"]) == (200, "running")
    assert moved["ETag"] != known["If-None-Match"]


def test_what_one_may_see_of_a_match_another_is_not_told_unchanged(
    client: Client, ada: User
) -> None:
    address = f"{V1}/matches/shamans/1/"
    theirs = client.get(address)["ETag"]
    answer = client_of(ada).get(address, headers={"If-None-Match": theirs})
    assert answer.status_code == 200


def test_following_an_upload_tells_each_stage(ada: User) -> None:
    program = client_of(ada)
    version = arena.upload(Bot.objects.get(name="ada-bot"))
    address = f"{V1}/bots/ada/ada-bot/versions/{version.number}/"
    first = program.get(address)
    assert program.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    version.stages.create(name="unpacked", outcome="rejected", log="no program")
    version.status = VersionStatus.REJECTED
    version.save()
    then = program.get(address, headers={"If-None-Match": first["ETag"]})
    assert [stage["name"] for stage in then.json()["stages"]] == ["received", "unpacked"]


def test_rules_and_messages_are_given_as_the_source_has_them(client: Client, db: None) -> None:
    rules = client.get(f"{V1}/games/shamans/rules/")
    assert rules["Content-Type"].startswith("text/markdown")
    assert rules.content.startswith(b"# ")
    schema = client.get(f"{V1}/protocol/answer/").json()
    assert schema["$schema"].startswith("https://json-schema.org/")
    unknown = client.get(f"{V1}/protocol/hello/")
    assert "choose from answer, ask, over, ready, start" in unknown.json()["detail"]


def test_next_pages_are_where_they_were_asked_for(client: Client, ladder: Ladder) -> None:
    page = client.get(f"{V1}/ladders/shamans/standings/?limit=1").json()
    assert urlsplit(page["next"]).path == f"{V1}/ladders/shamans/standings/"


def test_an_owner_compares_two_versions_and_follows_the_test(ada: User, ladder: Ladder) -> None:
    program = client_of(ada)
    arena.take_over(Bot.objects.get(name="ada-bot"), "last")
    bot = f"{V1}/bots/ada/ada-bot/versions/2"
    (choice,) = program.get(f"{bot}/swap-choices/").json()["results"]
    assert (choice["ladder"], choice["version"]) == ("shamans", 1)
    said = {"ladder": "shamans", "version": "ada/ada-bot/v2", "against": "ada/ada-bot/v1"}
    asked = program.post(f"{V1}/swaps/", {**said, "blocks": 2}, "application/json")
    assert (asked.status_code, asked.json()["left"]) == (201, 6)
    first = program.get(asked["Location"])
    tag = {"If-None-Match": first["ETag"]}
    assert program.get(asked["Location"], headers=tag).status_code == 304
    swap = Swap.objects.get()
    for each in swap.blocks.all():
        arena.decide_block(each.block)
    told = program.get(asked["Location"], headers=tag).json()
    assert (told["matches"], told["left"], told["difference"]["blocks"]) == (6, 0, 2)
    assert told["sentence"] == swap_report(swap).sentence
    pairs = [pair for block in told["blocks"] for pair in block["pairs"]]
    assert [pair["difference"] for pair in pairs] == [
        pair["now"]["score"] - pair["then"]["score"] for pair in pairs
    ]
    assert program.get(f"{V1}/swaps/?bot=bob/bob-bot").json()["results"] == []
    assert program.get(f"{V1}/account/quotas/").json()["swap_blocks"]["used"] == 2


def test_what_is_new_in_a_version_is_told_to_its_owner(ada: User, ladder: Ladder) -> None:
    arena.take_over(Bot.objects.get(name="ada-bot"), "last")
    address = f"{V1}/bots/ada/ada-bot/versions/2/changes/"
    told = client_of(ada).get(address).json()
    sizes = [len(arena.source(player)) for player in ("first", "last")]
    (change,) = told["files"]
    assert change == {"path": "bot.py", "kind": "changed", "before": sizes[0], "after": sizes[1]}
    assert (told["before"]["number"], told["after"]["number"], told["settings"]) == (1, 2, [])
    stranger = Client().get(address).json()
    assert stranger == {**told, "files": None, "settings": None}
    first = client_of(ada).get(f"{V1}/bots/ada/ada-bot/versions/1/changes/").json()
    assert (first["before"], first["files"]) == (None, None)


def test_each_version_has_a_rating_of_its_own(client: Client, ladder: Ladder) -> None:
    arena.take_over(Bot.objects.get(name="ada-bot"), "last")
    address = f"{V1}/ladders/shamans/entries/ada/ada-bot"
    now, then = client.get(f"{address}/ratings/").json()["results"]
    assert (now["version"], now["blocks"], then["version"]) == (2, 0, 1)
    assert then["low"] < then["rating"] < then["high"]
    assert now["rating"] == client.get(f"{address}/").json()["rating"] == then["rating"]
    assert now["high"] - now["low"] > then["high"] - then["low"]
