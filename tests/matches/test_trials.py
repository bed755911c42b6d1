"""The way of an upload: unpacked, built, tried, and only then allowed to play."""

import pytest
from pytest_django import Settings

from matches import planning, selectors, tasks, trials
from matches.models import Match, MatchStatus
from moonladder.bots import building, services
from moonladder.bots.models import Bot, Stage, StageOutcome, Version, VersionStatus
from moonladder.ladders.models import BlockKind, Entry, Ladder
from tests.matches import arena


@pytest.fixture
def newcomer(ladder: Ladder) -> Bot:
    """A bot on the ladder without a version, beside one of the house."""
    arena.seat(ladder, "house", "first")
    return arena.make_bot(ladder, "newcomer")


def log_of(version: Version, stage: str) -> str:
    """What its author reads about a stage."""
    return Stage.objects.get(version=version, name=stage).log


def test_an_upload_goes_through_every_stage_and_then_plays(newcomer: Bot) -> None:
    version = arena.bring_in(arena.upload(newcomer, "seeded"))
    stages = list(version.stages.values_list("name", "outcome"))
    assert stages == [(name, "passed") for name in ("received", "unpacked", "built", "tried")]
    assert all(stage.log for stage in version.stages.all())
    assert (version.status, version.runtime, len(version.digest)) == ("ready", "python", 64)
    newcomer.refresh_from_db()
    assert newcomer.current == version
    entry = Entry.objects.select_related("stint").get(bot=newcomer)
    assert entry.stint is not None
    assert entry.stint.version == version


def test_a_bot_that_repeats_itself_gets_the_badge(newcomer: Bot) -> None:
    assert arena.bring_in(arena.upload(newcomer, "seeded")).deterministic is True


def test_a_bot_that_does_not_is_told_where_its_plays_part(newcomer: Bot) -> None:
    version = arena.bring_in(arena.upload(newcomer, "moody"))
    assert version.status == VersionStatus.READY
    assert version.deterministic is False
    said = log_of(version, "tried")
    assert "Not deterministic: at decision" in said
    assert "newcomer/newcomer" in said


def test_a_moody_opponent_is_not_held_against_a_bot(ladder: Ladder) -> None:
    arena.seat(ladder, "house", "moody")
    version = arena.bring_in(arena.upload(arena.make_bot(ladder, "calm"), "first"))
    assert version.deterministic is True
    assert "An opponent was not" in log_of(version, "tried")


def test_a_bot_that_crashes_in_its_trial_is_rejected_with_its_last_words(newcomer: Bot) -> None:
    version = arena.bring_in(arena.upload(newcomer, "crasher"))
    assert version.status == VersionStatus.REJECTED
    assert Stage.objects.get(version=version, name="tried").outcome == StageOutcome.REJECTED
    assert "crash:exit 1" in log_of(version, "tried")
    assert "out of ideas" in log_of(version, "tried")


def test_a_bot_that_does_not_build_is_rejected_with_the_compilers_words(newcomer: Bot) -> None:
    content = b"def choose(:\n"
    version = services.version_submit(bot=newcomer, name="bot.py", content=content)
    assert not services.version_prepare(version_id=version.pk)
    version.refresh_from_db()
    assert version.status == VersionStatus.REJECTED
    assert "SyntaxError" in log_of(version, "built")


def test_what_is_no_upload_is_rejected_when_it_is_unpacked(newcomer: Bot) -> None:
    version = services.version_submit(bot=newcomer, name="bot.zip", content=b"not a zip")
    assert not services.version_prepare(version_id=version.pk)
    version.refresh_from_db()
    assert version.status == VersionStatus.REJECTED
    assert "no zip" in log_of(version, "unpacked")


def test_a_failed_upload_never_replaces_the_version_that_plays(newcomer: Bot) -> None:
    good = arena.bring_in(arena.upload(newcomer, "first"))
    arena.bring_in(arena.upload(newcomer, "crasher"))
    newcomer.refresh_from_db()
    assert newcomer.current == good
    assert Entry.objects.get(bot=newcomer).stint == good.stints.get()


def test_a_new_version_starts_where_its_predecessor_was_and_less_surely_so(
    quartet: Ladder,
) -> None:
    arena.play_rounds(quartet, 4, arena.decide_block)
    entry = Entry.objects.select_related("stint", "bot").filter(matches__gt=0).order_by("pk")[0]
    before = entry.stint
    arena.bring_in(arena.upload(entry.bot, "first"))
    entry.refresh_from_db()
    after = entry.stint
    assert before is not None
    assert after is not None
    assert after.prior_mean == after.rating == before.rating
    assert after.high - after.low > before.high - before.low
    assert entry.matches > 0, "the entry keeps its history"


def test_a_fault_of_ours_is_tried_again_and_ends_in_failed_not_in_rejected(
    newcomer: Bot, settings: Settings
) -> None:
    settings.SANDBOX = "nowhere"
    version = arena.upload(newcomer, "first")
    for _ in range(services.MOST_ATTEMPTS):
        assert not services.version_prepare(version_id=version.pk)
    version.refresh_from_db()
    assert version.status == VersionStatus.FAILED
    assert "there is no backend 'nowhere'" in log_of(version, "built")
    settings.SANDBOX = "process"
    actor = arena.make_user("organiser")
    services.version_retry(version=version, actor=actor, reason="the machine has a sandbox again")
    assert arena.is_ready(arena.bring_in(version))


def test_a_trial_that_the_site_cannot_play_blames_nobody(newcomer: Bot) -> None:
    version = arena.upload(newcomer, "first")
    assert services.version_prepare(version_id=version.pk)
    version.refresh_from_db()
    block = planning.trial_plan(version=version)
    assert block is not None
    Match.objects.filter(block=block).update(status=MatchStatus.VOID, trouble="the storage is gone")
    assert trials.trial_conclude(block=block)
    version.refresh_from_db()
    assert version.status == VersionStatus.FAILED
    assert "the storage is gone" in log_of(version, "tried")


def test_a_trial_is_planned_and_concluded_once(newcomer: Bot) -> None:
    version = arena.upload(newcomer, "first")
    assert services.version_prepare(version_id=version.pk)
    version.refresh_from_db()
    block = planning.trial_plan(version=version)
    assert planning.trial_plan(version=version) is None
    assert block is not None
    assert not trials.trial_conclude(block=block), "it has not been played"
    one, two = arena.play_block(block)
    assert one.fingerprint == two.fingerprint
    assert trials.trial_conclude(block=block)
    assert not trials.trial_conclude(block=block)


def test_trials_move_no_ratings_and_are_never_settled(newcomer: Bot) -> None:
    arena.bring_in(arena.upload(newcomer, "first"))
    assert Match.objects.filter(kind=BlockKind.TRIAL).count() == 2
    assert not Match.objects.exclude(settled_at=None).exists()
    assert set(Entry.objects.values_list("elo", flat=True)) == {1500.0}


def test_the_sweeper_concludes_and_plans_what_a_lost_worker_could_not(newcomer: Bot) -> None:
    version = arena.upload(newcomer, "first")
    assert services.version_prepare(version_id=version.pk)
    tasks.sweep()
    block = planning.trial_of(version=version)
    assert block is not None
    arena.play_block(block)
    tasks.sweep()
    version.refresh_from_db()
    assert arena.is_ready(version)


def test_a_worker_lost_while_building_leaves_the_upload_to_another(newcomer: Bot) -> None:
    version = arena.upload(newcomer, "first")
    work = services.version_claim(version_id=version.pk)
    assert work is not None
    assert services.version_claim(version_id=version.pk) is None
    Version.objects.update(lease_until=version.created_at)
    assert services.versions_free_lost() == [version.pk]
    assert not services.version_release(work=work, stage=services.next_stage(version), log="late")
    assert selectors.forgotten_versions().get() == version
    assert services.version_prepare(version_id=version.pk)


def test_an_unboxed_site_takes_no_uploads_but_its_own(ladder: Ladder) -> None:
    stranger = arena.make_bot(ladder, "stranger", is_house=False)
    with pytest.raises(services.UploadsClosed, match="install bubblewrap"):
        arena.upload(stranger)
    assert not Version.objects.exists()


def test_an_upload_is_built_in_a_box_where_there_are_boxes(
    newcomer: Bot, settings: Settings
) -> None:
    settings.SANDBOX = ""
    try:
        building.chosen("")
    except Exception as missing:
        pytest.skip(str(missing))
    Bot.objects.filter(pk=newcomer.pk).update(is_house=False)
    newcomer.refresh_from_db()
    version = arena.bring_in(arena.upload(newcomer, "seeded"))
    assert arena.is_ready(version)
    stamps = set(Match.objects.values_list("table__stamp", flat=True))
    assert stamps <= {"bwrap", "docker"}
