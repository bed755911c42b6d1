"""Writes of bots and versions: the way of an upload, stage by stage.

A version is worked on by whoever holds its claim. Every stage ends in one conditional update that
names the claim, so that a worker which was given up for lost changes nothing any more. What the
bot did wrong ends in `rejected`; what the site did wrong is tried again, and ends in `failed`.
"""

import time
import uuid
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Model
from django.utils import timezone

from moonladder.audit.services import audit_record
from moonladder.bots import building
from moonladder.bots.models import (
    Bot,
    Stage,
    StageName,
    StageOutcome,
    Version,
    VersionStatus,
)
from moonladder.bots.names import validate_name
from moonladder.bots.quotas import QuotaReached, quota_check
from moonladder.bots.selectors import upload_quota, versions_on_the_way
from moonladder.bots.visibility import is_organiser, owns
from moonladder.players import selectors as players

MOST_ATTEMPTS = 3
"""So often the site may fail at one stage before somebody has to look."""

LEASE = timedelta(minutes=5)
"""How long one stage may take: above what the limits of a build allow."""


MIB = 1024**2

FORM_BYTES = 64 * 1024
"""What a form may hold beside the file."""


class UploadsClosed(Exception):
    """This site takes no uploads; the sentence says why, and what would change that."""


class UploadTooLarge(Exception):
    """The upload has more bytes than the site takes; the sentence says how many that are."""


UploadRefused = building.Refused
"""The upload cannot become a bot: `log` has the sentence for its author."""


class Work(NamedTuple):
    """A hold on a version that waits for its next stage."""

    version: Version
    claim: str


def bot_create(*, owner: User, name: str, game: str, is_house: bool = False) -> Bot:
    """Name a new bot; it is found under `owner/name`, so both must be fit for addresses."""
    validate_name(owner.username)
    bot = Bot(owner=owner, name=name, game=game, is_house=is_house)
    bot.full_clean()
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError:  # two asked for the name in the same moment
        raise ValidationError({"name": [f"You have a bot {name!r} already."]}) from None
    return bot


def upload_of(path: Path) -> tuple[str, bytes]:
    """The name and the bytes under which a file or a folder of this machine is uploaded."""
    if path.is_dir():
        return f"{path.name}.tar.gz", building.pack_folder(path)
    return path.name, path.read_bytes()


def upload_check(*, owner: User, size: int) -> None:
    """Refuse an upload of so many bytes before anybody reads it.

    What a browser sends is longer than the file in it: take `FORM_BYTES` off its length.
    """
    if reason := players.why_no_uploads():
        raise UploadsClosed(reason)
    if size > upload_most_bytes():
        raise UploadTooLarge(
            f"The upload has {size:,} bytes and may have {upload_most_bytes():,} "
            f"({settings.UPLOAD_MIB} MiB): leave out what the bot does not need to run, or pack it."
        )
    waiting = versions_on_the_way(owner).count()
    if waiting >= settings.UPLOADS_WAITING:
        raise QuotaReached(
            f"{waiting} of your versions are still on their way, and {settings.UPLOADS_WAITING} "
            "may be: upload the next one when one of them is accepted or rejected."
        )
    quota_check(upload_quota(owner), what="uploads", now=timezone.now())


def upload_most_bytes() -> int:
    """How long an upload may be."""
    return int(settings.UPLOAD_MIB) * MIB


def upload_room() -> building.Room:
    """How much an upload may hold, for people to know before."""
    return building.room(settings.UPLOAD_MIB)


def version_submit(*, bot: Bot, name: str, content: bytes) -> Version:
    """Take an upload, if it is not too large nor one too many. Nothing looks into it yet."""
    with transaction.atomic():
        owner = User.objects.select_for_update(no_key=True).get(pk=bot.owner_id)
        if not bot.is_house:
            upload_check(owner=owner, size=len(content))
        last = bot.versions.aggregate(last=Max("number"))["last"] or 0
        version = Version(bot=bot, number=last + 1, upload_name=name)
        version.upload.save("upload", ContentFile(content), save=False)
        version.full_clean(exclude=["built", "digest", "runtime"])
        version.save()
        log = f"{len(content)} bytes named {name!r}"
        _stage_end(version, StageName.RECEIVED, StageOutcome.PASSED, log, 0.0)
    return version


# ── holding a version ─────────────────────────────────────────────────────────────────────────────


def version_claim(*, version_id: int) -> Work | None:
    """Take hold of a version that waits to be unpacked or built; None if somebody else has.

    Without boxes only what is the house's own is touched; the rest waits for a better machine.
    """
    claim = uuid.uuid4().hex
    waiting = Version.objects.filter(
        pk=version_id, claim="", status__in=(VersionStatus.RECEIVED, VersionStatus.UNPACKED)
    )
    if players.is_unboxed():
        waiting = waiting.filter(bot__is_house=True)
    taken = waiting.update(
        claim=claim, lease_until=timezone.now() + LEASE, attempts=F("attempts") + 1
    )
    if not taken:
        return None
    return Work(Version.objects.select_related("bot").get(pk=version_id), claim)


def versions_free_lost() -> list[int]:
    """Let go of versions whose worker was lost; return those that wait again."""
    lost = Version.objects.exclude(claim="").filter(lease_until__lt=timezone.now())
    freed = []
    for version in lost.order_by("pk"):
        stage = next_stage(version)
        if version_release(
            work=Work(version, version.claim), stage=stage, log="The worker was lost."
        ):
            freed.append(version.pk)
    return freed


@transaction.atomic
def version_release(*, work: Work, stage: StageName, log: str) -> bool:
    """Give a version back after the site failed; after the third time it waits for an organiser."""
    version = work.version
    gives_up = version.attempts >= MOST_ATTEMPTS
    status = VersionStatus.FAILED if gives_up else version.status
    if not _let_go(work, status=status):
        return False
    if gives_up:
        _stage_end(version, stage, StageOutcome.FAILED, log, 0.0)
    return not gives_up


def _let_go(work: Work, **changes: object) -> bool:
    """End the hold with these changes, if it has not been lost."""
    return bool(
        Version.objects.filter(pk=work.version.pk, claim=work.claim).update(
            claim="", lease_until=None, **changes
        )
    )


# ── stages ────────────────────────────────────────────────────────────────────────────────────────


def next_stage(version: Version) -> StageName:
    """The stage that a version waits for."""
    return {
        VersionStatus.RECEIVED: StageName.UNPACKED,
        VersionStatus.UNPACKED: StageName.BUILT,
    }.get(VersionStatus(version.status), StageName.TRIED)


def version_prepare(*, version_id: int) -> bool:
    """Unpack and build a version; True when it is ready to be tried."""
    for _ in (StageName.UNPACKED, StageName.BUILT):
        work = version_claim(version_id=version_id)
        if work is not None:
            _stage_run(work)
    return Version.objects.filter(pk=version_id, status=VersionStatus.BUILT).exists()


def _stage_run(work: Work) -> None:
    """Run the stage a version waits for, and write down how it ended and by whose fault."""
    stage, began = next_stage(work.version), time.monotonic()
    try:
        log, changes = _unpack(work) if stage == StageName.UNPACKED else _build(work)
        outcome = StageOutcome.PASSED
    except building.Refused as refused:
        log, changes = refused.log, {"status": VersionStatus.REJECTED}
        outcome = StageOutcome.REJECTED
    except (building.OurFault, OSError) as error:
        version_release(work=work, stage=stage, log=str(error))
        return
    with transaction.atomic():
        if _let_go(work, attempts=0, **changes):
            _stage_end(work.version, stage, outcome, log, time.monotonic() - began)


Changes = dict[str, object]


def _unpack(work: Work) -> tuple[str, Changes]:
    version = work.version
    found = building.unpack(version.upload_name, upload_content(version), settings.UPLOAD_MIB)
    changes: Changes = {"digest": found.digest, "runtime": found.runtime}
    return found.log, changes | {"status": VersionStatus.UNPACKED}


def _build(work: Work) -> tuple[str, Changes]:
    version = work.version
    name, content = version.upload_name, upload_content(version)
    runtime, backend = version.runtime, settings.SANDBOX
    built = building.build(name, content, settings.UPLOAD_MIB, runtime, backend)
    version.built.save("built.tar.gz", ContentFile(built.content), save=False)
    return built.log, {"status": VersionStatus.BUILT, "built": version.built.name}


def upload_content(version: Version) -> bytes:
    """The bytes of an upload as they came."""
    with version.upload.open() as file:
        return bytes(file.read())


def _stage_end(
    version: Version, name: StageName, outcome: StageOutcome, log: str, seconds: float
) -> None:
    Stage.objects.update_or_create(
        version=version,
        name=name,
        defaults={"outcome": outcome, "log": log or "nothing to say", "seconds": seconds},
    )


# ── the end of the way ────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def version_accept(*, version: Version, log: str, seconds: float, deterministic: bool) -> bool:
    """Let a version that passed its trial play for its bot; False when that was decided before."""
    if not _conclude(version, VersionStatus.READY, deterministic=deterministic):
        return False
    _stage_end(version, StageName.TRIED, StageOutcome.PASSED, log, seconds)
    newer = Bot.objects.filter(pk=version.bot_id).exclude(current__number__gt=version.number)
    newer.update(current=version)
    return True


def owner_act(*, actor: User, bot: Bot, action: str, subject: Model, reason: str) -> None:
    """Let owners act on what is theirs; what organisers do to it is kept with their reason."""
    if owns(actor, bot):
        return
    if not is_organiser(actor):
        raise PermissionDenied(f"{bot} is not yours: only its owner may do that.")
    audit_record(actor=actor, action=action, subject=subject, reason=reason)


@transaction.atomic
def version_reject(*, version: Version, log: str, seconds: float) -> bool:
    """Refuse a version that did wrong in its trial; what its bot plays with stays as it is."""
    if not _conclude(version, VersionStatus.REJECTED):
        return False
    _stage_end(version, StageName.TRIED, StageOutcome.REJECTED, log, seconds)
    return True


@transaction.atomic
def version_fail(*, version: Version, log: str) -> bool:
    """Give up on a version whose trial the site could not play."""
    if not _conclude(version, VersionStatus.FAILED):
        return False
    _stage_end(version, StageName.TRIED, StageOutcome.FAILED, log, 0.0)
    return True


def _conclude(version: Version, status: VersionStatus, **changes: object) -> bool:
    waiting = Version.objects.filter(pk=version.pk, status=VersionStatus.BUILT)
    return bool(waiting.update(status=status, **changes))


@transaction.atomic
def version_retry(*, version: Version, actor: User, reason: str) -> None:
    """Start a version again that the site failed; the sweeper finds it."""
    failed = Version.objects.filter(pk=version.pk, status=VersionStatus.FAILED)
    status = VersionStatus.BUILT if version.built else VersionStatus.RECEIVED
    if not failed.update(status=status, attempts=0):
        raise ValueError(f"{version} is {version.status}: only what the site failed starts again.")
    audit_record(actor=actor, action="version_retry", subject=version, reason=reason)


@transaction.atomic
def bot_disable(*, bot: Bot, actor: User, reason: str) -> None:
    """Take a bot out of play; its owner reads the reason. `matches` voids what it was to play."""
    Bot.objects.filter(pk=bot.pk).update(disabled_at=timezone.now(), disabled_reason=reason)
    audit_record(actor=actor, action="bot_disable", subject=bot, reason=reason)


@transaction.atomic
def bot_enable(*, bot: Bot, actor: User, reason: str) -> None:
    """Let a bot play again."""
    Bot.objects.filter(pk=bot.pk).update(disabled_at=None, disabled_reason="")
    audit_record(actor=actor, action="bot_enable", subject=bot, reason=reason)
