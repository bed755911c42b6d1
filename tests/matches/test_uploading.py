"""What an owner may upload, and which version plays."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from pytest_django import Settings

from matches import planning
from matches.models import MatchStatus, Seat
from matches.uploads import NameTaken, NewBot, upload_take
from moonladder.audit.models import AuditEvent
from moonladder.audit.services import ReasonMissing
from moonladder.bots import services
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.selectors import upload_quota, versions_on_the_way
from moonladder.ladders import services as ladders
from moonladder.ladders.models import Entry, Ladder
from tests.matches import arena


@pytest.fixture
def strangers(ladder: Ladder, settings: Settings) -> Bot:
    """A bot of somebody who is not the house, on a site that takes uploads."""
    settings.SANDBOX = ""
    return arena.make_bot(ladder, "greedy", owner="ada", is_house=False)


def test_an_upload_that_is_too_large_is_refused_before_it_is_stored(
    strangers: Bot, settings: Settings
) -> None:
    settings.UPLOAD_MIB = 1
    with pytest.raises(services.UploadTooLarge, match=r"1,048,577 bytes and may have 1,048,576"):
        services.version_submit(bot=strangers, name="bot.py", content=b"#" * (2**20 + 1))
    assert not Version.objects.exists()
    with pytest.raises(services.UploadTooLarge):
        services.upload_check(owner=strangers.owner, size=2**20 + 1)
    services.upload_check(owner=strangers.owner, size=2**20)


def test_the_size_that_is_allowed_is_the_size_that_is_unpacked(
    strangers: Bot, settings: Settings
) -> None:
    large = arena.source("first") + b"#" * 6 * 2**20
    settings.UPLOAD_MIB = 7
    version = services.version_submit(bot=strangers, name="bot.py", content=large)
    Bot.objects.update(is_house=True)
    settings.SANDBOX = "process"
    assert services.version_prepare(version_id=version.pk)


def test_only_so_many_versions_may_be_on_their_way(strangers: Bot, settings: Settings) -> None:
    settings.UPLOADS_WAITING = 2
    first, _ = arena.upload(strangers), arena.upload(strangers)
    with pytest.raises(QuotaReached, match="2 of your versions are still on their way"):
        arena.upload(strangers)
    Version.objects.filter(pk=first.pk).update(status=VersionStatus.REJECTED)
    assert arena.upload(strangers).number == 3


def test_versions_that_are_entered_nowhere_hold_nobody_up(strangers: Bot) -> None:
    version = arena.upload(strangers)
    Version.objects.filter(pk=version.pk).update(status=VersionStatus.BUILT)
    assert list(versions_on_the_way(strangers.owner)) == [version]
    strangers.entries.all().delete()
    assert not versions_on_the_way(strangers.owner).exists()


def test_only_so_many_versions_are_taken_in_a_day(strangers: Bot, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY = 2
    for hours in (23, 5):
        version = arena.upload(strangers)
        at = timezone.now() - timedelta(hours=hours)
        Version.objects.filter(pk=version.pk).update(status=VersionStatus.REJECTED, created_at=at)
    with pytest.raises(QuotaReached, match="asked for 2 uploads") as reached:
        arena.upload(strangers)
    assert reached.value.next_at == Version.objects.get(number=1).created_at + timedelta(days=1)
    assert upload_quota(arena.make_user("eve")).left == 2, "others have their own"
    Version.objects.filter(number=2).update(status=VersionStatus.FAILED)
    assert arena.upload(strangers).number == 3, "what the site failed is not counted"


def test_the_house_uploads_as_much_as_it_likes(ladder: Ladder, settings: Settings) -> None:
    settings.UPLOADS_PER_DAY = settings.UPLOADS_WAITING = 1
    house = arena.make_bot(ladder, "house")
    assert [arena.upload(house).number for _ in range(3)] == [1, 2, 3]


def test_an_upload_is_taken_whole_or_not_at_all(strangers: Bot, settings: Settings) -> None:
    settings.UPLOADS_WAITING = 1
    arena.upload(strangers)
    other = arena.make_ladder("other")
    new = NewBot(strangers.owner, "new", "shamans")
    for bot in (strangers, new):
        with pytest.raises(QuotaReached):
            upload_take(bot=bot, ladders=[other], name="bot.py", content=b"1")
    assert not other.entries.exists()
    assert not Bot.objects.filter(name="new").exists()


def test_a_form_that_is_sent_twice_is_one_version(strangers: Bot, ladder: Ladder) -> None:
    new = NewBot(strangers.owner, "new", "shamans")
    for bot in (strangers, new):
        first, second = (
            upload_take(bot=bot, ladders=[ladder], name="bot.py", content=b"1", once=True)
            for _ in range(2)
        )
        assert first == second
        assert first.bot.entries.count() == 1
    with pytest.raises(NameTaken, match="upload its next version instead"):
        upload_take(bot=new, ladders=[ladder], name="bot.py", content=b"2", once=True)
    assert Version.objects.count() == 2


def test_the_same_file_is_a_new_version_when_somebody_means_it(
    strangers: Bot, settings: Settings
) -> None:
    settings.UPLOADS_WAITING = 5
    first = upload_take(bot=strangers, ladders=[], name="bot.py", content=b"1", once=True)
    Version.objects.update(created_at=timezone.now() - timedelta(hours=1))
    second = upload_take(bot=strangers, ladders=[], name="bot.py", content=b"1", once=True)
    Version.objects.update(status=VersionStatus.FAILED)
    third = upload_take(bot=strangers, ladders=[], name="bot.py", content=b"1", once=True)
    fourth = upload_take(bot=strangers, ladders=[], name="bot.py", content=b"1")
    assert [each.number for each in (first, second, third, fourth)] == [1, 2, 3, 4]


@pytest.fixture
def two(quartet: Ladder) -> tuple[Version, Version]:
    """A bot's first version, with results, and the second, which plays now."""
    arena.play_rounds(quartet, 2, arena.decide_block)
    old = Version.objects.get(bot__name="ada")
    return old, arena.bring_in(arena.upload(old.bot, "last"))


def test_an_owner_goes_back_to_an_older_version_with_its_rating(
    two: tuple[Version, Version],
) -> None:
    old, _ = two
    before = old.stints.get().rating
    assert ladders.version_activate(version=old, actor=old.bot.owner)
    entry = Entry.objects.select_related("stint", "bot").get(bot=old.bot)
    assert entry.bot.current == old
    assert entry.stint == old.stints.get()
    assert old.stints.get().rating == before
    assert not ladders.version_activate(version=old, actor=old.bot.owner), "it plays already"
    assert not AuditEvent.objects.exists()


def test_what_is_planned_is_played_by_what_was_to_play_it(
    two: tuple[Version, Version], quartet: Ladder
) -> None:
    old, new = two
    planning.ranked_plan(ladder=quartet)  # whoever is new is seated first
    ladders.version_activate(version=old, actor=old.bot.owner)
    planned = Seat.objects.filter(match__status=MatchStatus.WAITING, match__kind="ranked")
    assert planned.filter(version=new).count() == 3
    assert not planned.filter(version=old).exists()


def test_only_what_is_ready_can_be_activated(two: tuple[Version, Version]) -> None:
    old, new = two
    rejected = arena.bring_in(arena.upload(old.bot, "crasher"))
    with pytest.raises(ladders.Refused, match="is rejected: only a version that is ready"):
        ladders.version_activate(version=rejected, actor=old.bot.owner)
    old.bot.refresh_from_db()
    assert old.bot.current == new


def test_strangers_activate_nothing_and_organisers_say_why(two: tuple[Version, Version]) -> None:
    old, _ = two
    with pytest.raises(PermissionDenied, match="not yours"):
        ladders.version_activate(version=old, actor=arena.make_user("stranger"))
    organiser = User.objects.create(username="organiser", is_staff=True)
    with pytest.raises(ReasonMissing):
        ladders.version_activate(version=old, actor=organiser)
    old.bot.refresh_from_db()
    assert old.bot.current != old, "a refusal changes nothing"
    assert ladders.version_activate(version=old, actor=organiser, reason="v2 hangs")
    assert AuditEvent.objects.get().action == "version_activate"


def test_an_upload_accepted_late_does_not_take_the_place_of_a_later_one(ladder: Ladder) -> None:
    arena.seat(ladder, "house")
    bot = arena.make_bot(ladder, "eve")
    late, later = arena.upload(bot, "first"), arena.upload(bot, "last")
    for version in (later, late):
        assert arena.is_ready(arena.bring_in(version))
    bot.refresh_from_db()
    assert bot.current == later
    entry = Entry.objects.select_related("stint").get(bot=bot)
    assert entry.stint is not None
    assert entry.stint.version == later
