"""Organisers act in the admin, and every act is audited with its reason."""

import json
from collections.abc import Sequence

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from matches.models import Match, MatchStatus
from moonladder.audit.models import AuditEvent
from moonladder.bots.models import Bot, Version
from moonladder.ladders.models import Entry, Ladder, LadderState
from tests.matches import arena


@pytest.fixture
def organiser(client: Client, db: None) -> Client:
    """Somebody logged in who may do everything."""
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def act(client: Client, kind: str, action: str, rows: Sequence[int], reason: str) -> str:
    """Tick rows of a list, choose an action, say why; return what the next page says."""
    answer = client.post(
        reverse(f"admin:{kind}_changelist"),
        {"action": action, "reason": reason, "_selected_action": rows, "index": 0},
        follow=True,
    )
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_list_and_every_row_can_be_read(organiser: Client, quartet: Ladder) -> None:
    arena.play_rounds(quartet, 1, arena.decide_block)
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert organiser.get(reverse(f"{name}_changelist")).status_code == 200
        row = model._default_manager.first()
        if row is not None:
            page = organiser.get(reverse(f"{name}_change", args=(row.pk,)))
            assert page.status_code == 200
            assert 'name="_save"' not in page.content.decode() or model is User


def test_the_secret_of_an_open_ladder_is_shown_to_nobody(organiser: Client, ladder: Ladder) -> None:
    def page() -> str:
        address = reverse("admin:ladders_ladder_change", args=(ladder.pk,))
        return organiser.get(address).content.decode()

    assert ladder.secret not in page()
    assert ladder.commitment in page()
    act(organiser, "ladders_ladder", "pause", [ladder.pk], "the season ends")
    act(organiser, "ladders_ladder", "close", [ladder.pk], "the season has ended")
    assert ladder.secret in page()


def test_a_ladder_is_paused_and_resumed_with_a_reason(organiser: Client, ladder: Ladder) -> None:
    assert "Give a reason" in act(organiser, "ladders_ladder", "pause", [ladder.pk], "")
    ladder.refresh_from_db()
    assert ladder.state == LadderState.OPEN
    act(organiser, "ladders_ladder", "pause", [ladder.pk], "the rules change")
    ladder.refresh_from_db()
    assert ladder.state == LadderState.PAUSED
    said = act(organiser, "ladders_ladder", "pause", [ladder.pk], "again")
    assert "has to be open first" in said
    act(organiser, "ladders_ladder", "resume", [ladder.pk], "the rules are new")
    events = AuditEvent.objects.order_by("pk").values_list("action", "reason", "actor__username")
    assert list(events) == [
        ("ladder_pause", "the rules change", "organiser"),
        ("ladder_resume", "the rules are new", "organiser"),
    ]


@pytest.mark.parametrize("pressed", [0, 1])
def test_the_reason_that_counts_stands_beside_the_button(
    organiser: Client, ladder: Ladder, pressed: int
) -> None:
    """There is a place for it above the list and another below, in one form."""
    reasons = ["", ""]
    reasons[pressed] = "the season ends"
    organiser.post(
        reverse("admin:ladders_ladder_changelist"),
        {
            "action": ["pause", "pause"],
            "reason": reasons,
            "_selected_action": [ladder.pk],
            "index": pressed,
        },
    )
    assert AuditEvent.objects.get().reason == "the season ends"


def test_what_was_so_already_is_not_said_to_be_done(organiser: Client, quartet: Ladder) -> None:
    entry = Entry.objects.all()[0]
    said = act(organiser, "ladders_entry", "return", [entry.pk], "to be sure")
    assert "was so already: nothing was done" in said
    assert "done for" not in said
    assert not AuditEvent.objects.exists()


def test_a_match_is_excluded_and_put_back(organiser: Client, quartet: Ladder) -> None:
    (match, *_) = arena.play_rounds(quartet, 1, arena.decide_block)
    act(organiser, "matches_match", "exclude", [match.pk], "a bug of ours")
    match.refresh_from_db()
    assert match.is_excluded
    act(organiser, "matches_match", "restore", [match.pk], "no bug after all")
    match.refresh_from_db()
    assert not match.is_excluded
    assert AuditEvent.objects.count() == 2


def test_a_bot_is_disabled_with_what_it_was_to_play(organiser: Client, quartet: Ladder) -> None:
    arena.planning.ranked_plan(ladder=quartet)
    bot = Bot.objects.filter(versions__seats__match__status=MatchStatus.WAITING)[0]
    act(organiser, "bots_bot", "disable", [bot.pk], "it mines coins")
    bot.refresh_from_db()
    assert bot.disabled_at is not None
    assert Match.objects.filter(status=MatchStatus.VOID).exists()
    assert "is out of play already" in act(organiser, "bots_bot", "disable", [bot.pk], "again")
    act(organiser, "bots_bot", "enable", [bot.pk], "it stopped")
    assert "is not out of play" in act(organiser, "bots_bot", "enable", [bot.pk], "again")
    bot.refresh_from_db()
    assert bot.disabled_at is None


def test_an_entry_is_withdrawn_and_brought_back(organiser: Client, quartet: Ladder) -> None:
    entry = Entry.objects.all()[0]
    assert "Give a reason" in act(organiser, "ladders_entry", "withdraw", [entry.pk], "")
    act(organiser, "ladders_entry", "withdraw", [entry.pk], "its owner asked")
    entry.refresh_from_db()
    assert not entry.is_active
    act(organiser, "ladders_entry", "return", [entry.pk], "its owner asked")
    entry.refresh_from_db()
    assert entry.is_active


def test_an_older_version_is_activated(organiser: Client, quartet: Ladder) -> None:
    old = Version.objects.get(bot__name="ada")
    arena.bring_in(arena.upload(old.bot, "last"))
    act(organiser, "bots_version", "activate", [old.pk], "the new one hangs")
    old.bot.refresh_from_db()
    assert old.bot.current == old
    assert AuditEvent.objects.get().reason == "the new one hangs"


def test_a_ladder_is_opened_with_the_games_own_defaults(organiser: Client) -> None:
    given = {"slug": "autumn", "title": "Autumn", "game": "shamans", "seats": 4, "elo_k": 16}
    page = reverse("admin:ladders_ladder_add")
    organiser.post(page, {**given, "options": json.dumps({"max_rounds": 5})})
    ladder = Ladder.objects.get(slug="autumn")
    assert ladder.options["max_rounds"] == 5
    assert ladder.options["room_behind_start"] == 4
    assert ladder.clock["answer_seconds"] == 1.0
    assert len(ladder.secret) == len(ladder.commitment) == 64


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seats": 9}, "played by 3, 4, 5 seats"),
        ({"game": "chess"}, "there is no game"),
        ({"options": '{"speed": 1}'}, "has no option"),
        ({"clock": '{"answer_seconds": -1}'}, "clock cannot be set so"),
        ({"limits": '{"wings": 2}'}, "no such limit"),
        ({"options": '["max_rounds"]'}, "options must be names with values"),
        ({"clock": '"fast"'}, "clock must be names with values"),
        ({"limits": "[512]"}, "limits must be names with values"),
        ({"clock": '{"answer_seconds": NaN}'}, "clock cannot be set so"),
        ({"clock": '{"bank_seconds": Infinity}'}, "clock cannot be set so"),
        ({"limits": '{"memory_mib": "512"}'}, "memory_mib must be a number above zero"),
        ({"limits": '{"memory_mib": 0}'}, "memory_mib must be a number above zero"),
        ({"limits": '{"cpu_cores": Infinity}'}, "cpu_cores must be a number above zero"),
        ({"elo_k": -16}, "greater than or equal to 0"),
    ],
)
def test_a_ladder_that_could_not_be_played_is_not_opened(
    organiser: Client, wrong: dict[str, object], said: str
) -> None:
    given = {"slug": "autumn", "title": "Autumn", "game": "shamans", "seats": 4, "elo_k": 16}
    answer = organiser.post(reverse("admin:ladders_ladder_add"), {**given, **wrong})
    assert said in answer.content.decode()
    assert not Ladder.objects.exists()


def test_what_no_database_holds_is_not_looked_for(organiser: Client, ladder: Ladder) -> None:
    for kind in ("matches_match", "ladders_ladder", "bots_bot"):
        address = reverse(f"admin:{kind}_changelist")
        assert organiser.get(f"{address}?pk=a%00b").status_code == 400


def test_strangers_are_sent_to_the_login(client: Client, db: None) -> None:
    assert client.get(reverse("admin:index")).status_code == 302


def test_the_audit_log_cannot_be_changed(organiser: Client, ladder: Ladder) -> None:
    act(organiser, "ladders_ladder", "pause", [ladder.pk], "the season ends")
    event = AuditEvent.objects.get()
    for page in ("change", "delete"):
        address = reverse(f"admin:audit_auditevent_{page}", args=(event.pk,))
        assert organiser.post(address, {"post": "yes"}).status_code == 403
    assert AuditEvent.objects.get() == event
