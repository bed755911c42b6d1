"""Challenges: legal tables only, from any seed, and nobody's rating moves."""

from collections.abc import Sequence

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from matches import challenges, organising, planning, selectors, settlement
from matches.challenges import challenge_create
from matches.models import Challenge, Match, MatchStatus, Seat
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders import services
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, LadderState
from moonladder.ladders.selectors import seeds_check
from tests.matches import arena


@pytest.fixture
def ada(quartet: Ladder) -> User:
    """Who asks."""
    return arena.make_user("ada")


def table(*names: str) -> list[Version]:
    """The versions that play for these bots."""
    found = {bot.name: bot for bot in Bot.objects.select_related("current__bot")}
    return [version for name in names if (version := found[name].current)]


def match_of(challenge: Challenge) -> Match:
    """The one match of a challenge."""
    return Match.objects.select_related("block").get(block=challenge.block)


def test_a_challenge_is_played_in_the_order_of_its_seats(ada: User, quartet: Ladder) -> None:
    asked = challenge_create(user=ada, ladder=quartet, versions=table("bob", "ada", "cleo"))
    seats = Seat.objects.filter(match__block=asked.block).order_by("number")
    assert [seat.version.bot.name for seat in seats] == ["bob", "ada", "cleo"]
    (match,) = arena.play_block(asked.block)
    assert match.status == MatchStatus.FINISHED
    assert match.kind == BlockKind.CHALLENGE
    assert match in selectors.matches_visible_to(AnonymousUser())


def test_a_challenge_is_played_from_the_seed_that_was_asked_for(ada: User, quartet: Ladder) -> None:
    one, two = (
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"), seed=7)
        for _ in range(2)
    )
    assert match_of(one).block.seed == 7
    (first,), (second,) = arena.play_block(one.block), arena.play_block(two.block)
    assert first.fingerprint == second.fingerprint


def test_a_chosen_seed_is_no_offence_against_the_ladders_secret(ada: User, quartet: Ladder) -> None:
    versions = table("ada", "bob", "cleo")
    for seed in (7, None):
        challenge_create(user=ada, ladder=quartet, versions=versions, seed=seed)
    planning.ranked_plan(ladder=quartet)
    assert seeds_check(quartet) == (True, 2, ())
    chosen = Block.objects.order_by("number").values_list("number", "is_seed_chosen")
    assert list(chosen) == [(1, True), (2, False), (3, False)]


def test_no_rated_seed_can_be_chosen(quartet: Ladder) -> None:
    with transaction.atomic(), pytest.raises(IntegrityError), transaction.atomic():
        services.block_plan(
            ladder=services.ladder_lock(quartet.pk), kind=BlockKind.RANKED, chairs=[], seed=7
        )


def test_a_challenge_shares_its_seed_with_no_ranked_block(ada: User, quartet: Ladder) -> None:
    """What a challenger learns is a seed nobody else is dealt."""
    for _ in range(3):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
        planning.ranked_plan(ladder=quartet)
    seeds = list(Block.objects.values_list("seed", flat=True))
    assert len(set(seeds)) == len(seeds) == 6


def test_challenges_move_no_ratings(ada: User, quartet: Ladder) -> None:
    arena.play_rounds(quartet, 2, arena.decide_block)
    before = list(Entry.objects.order_by("pk").values_list("elo", "matches", "rank"))
    asked = challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "ada"))
    arena.decide_block(asked.block)
    assert settlement.ladder_settle(ladder_id=quartet.pk) == 0
    assert list(Entry.objects.order_by("pk").values_list("elo", "matches", "rank")) == before
    assert match_of(asked).settled_at is None


def test_a_challenge_holds_up_no_ranked_results(ada: User, quartet: Ladder) -> None:
    challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    arena.play_rounds(quartet, 1, arena.decide_block)
    assert Match.objects.exclude(settled_at=None).count() == 3


def test_a_challenge_goes_before_ranked_blocks_and_behind_trials(
    ada: User, quartet: Ladder
) -> None:
    asked = challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    order = services.PRIORITIES
    assert order[BlockKind.TRIAL] < asked.block.priority < order[BlockKind.RANKED]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("ada", "bob"), "has 3 seats, and you named 2 bots"),
        (("ada", "bob", "cleo", "dan"), "has 3 seats, and you named 4 bots"),
        (("bob", "cleo", "dan"), "None of these bots is yours"),
    ],
)
def test_tables_that_cannot_be_seated_are_refused(
    ada: User, quartet: Ladder, names: Sequence[str], said: str
) -> None:
    with pytest.raises(services.Refused, match=said):
        challenge_create(user=ada, ladder=quartet, versions=table(*names))
    assert not Block.objects.exists()


@pytest.mark.parametrize("seed", [-1, 2**53])
def test_what_is_no_seed_is_refused(ada: User, quartet: Ladder, seed: int) -> None:
    with pytest.raises(services.Refused, match="A seed is a whole number"):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"), seed=seed)


def test_bots_that_may_not_play_are_not_challenged(ada: User, quartet: Ladder) -> None:
    def refusal(**kwargs: object) -> str:
        with pytest.raises(services.Refused) as refused:
            challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
        return str(refused.value)

    bob = Bot.objects.get(name="bob")
    services.entry_withdraw(entry=bob.entries.get(), actor=bob.owner)
    assert "bob does not play on quick" in refusal()
    organising.bot_disable(bot=bob, actor=ada, reason="a test")
    assert "bob was disabled" in refusal()
    Version.objects.filter(bot=bob).update(status=VersionStatus.FAILED)
    assert "is failed" in refusal()


def test_a_bot_that_is_disabled_in_that_moment_is_not_challenged(
    ada: User, quartet: Ladder
) -> None:
    chosen = table("ada", "bob", "cleo")
    organising.bot_disable(bot=Bot.objects.get(name="bob"), actor=ada, reason="a test")
    with pytest.raises(services.Refused, match="bob was disabled"):
        challenge_create(user=ada, ladder=quartet, versions=chosen)


def test_ones_own_bot_may_be_tried_without_being_entered(ada: User, quartet: Ladder) -> None:
    mine = Bot.objects.get(name="ada")
    services.entry_withdraw(entry=mine.entries.get(), actor=ada)
    assert challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    Bot.objects.filter(pk=mine.pk).update(game="shamanix")
    with pytest.raises(services.Refused, match="ada does not play on quick"):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))


def test_organisers_have_any_bots_play(quartet: Ladder) -> None:
    organiser = User.objects.create(username="organiser", is_staff=True)
    assert challenge_create(user=organiser, ladder=quartet, versions=table("bob", "cleo", "dan"))


@pytest.mark.parametrize("state", [LadderState.PAUSED, LadderState.CLOSED])
def test_only_an_open_ladder_plays_challenges(ada: User, quartet: Ladder, state: str) -> None:
    Ladder.objects.update(state=state)
    with pytest.raises(services.Refused, match=f"is {state}"):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))


def test_only_so_many_challenges_may_wait(ada: User, quartet: Ladder) -> None:
    for _ in range(challenges.MOST_WAITING):
        asked = challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    with pytest.raises(QuotaReached, match="5 of your challenges are not played yet"):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    arena.decide_block(asked.block)
    assert challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))


def test_only_so_many_challenges_are_taken_in_a_day(
    ada: User, quartet: Ladder, settings: Settings
) -> None:
    settings.CHALLENGES_PER_DAY = 1
    asked = challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    with pytest.raises(QuotaReached, match="asked for 1 challenges") as reached:
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
    assert reached.value.next_at == asked.created_at + challenges.DAY
    assert challenges.challenge_quota(ada).left == 0
    Challenge.objects.update(created_at=timezone.now() - challenges.DAY)
    assert challenges.challenge_quota(ada).left == 1


def test_ones_challenges_are_listed_at_the_same_cost_however_many(
    ada: User, quartet: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (1, 2):
        challenge_create(user=ada, ladder=quartet, versions=table("ada", "bob", "cleo"))
        with django_assert_num_queries(6):
            listed = [
                (str(match), seat.version.bot.owner.username)
                for asked in challenges.challenges_of(ada)
                for match in asked.block.matches.all()
                for seat in match.table.all()
            ]
        assert len(listed) == 3 * count
