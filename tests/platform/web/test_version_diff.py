"""What is new in a version: everything for its owner, the public facts for everybody else."""

import io
import re
import zipfile
from html import unescape

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import caches
from django.core.files.base import ContentFile
from django.template.loader import render_to_string

from moonladder.bots import building
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.visibility import Visitor
from moonladder.web.version_diff import MOST, version_diff
from tests.matches import arena

BEFORE = {"bot.py": "print(1)", "weights.json": '{"risk": 0.5}', "old.py": ""}
AFTER = {"bot.py": "print(12)", "weights.json": '{"risk": "<b>0.75"}', "new.py": ""}


@pytest.fixture
def bot(db: None) -> Bot:
    """Ada's bot, without any version."""
    caches["pages"].clear()
    return arena.make_bot(arena.make_ladder(), "lunatic", owner="ada")


def version(bot: Bot, files: dict[str, str], status: str = VersionStatus.READY) -> Version:
    """The next version of a bot, of these files, unpacked as a worker would."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    found = building.unpack("bot.zip", packed.getvalue(), 5)
    made = Version(bot=bot, number=bot.versions.count() + 1, upload_name="bot.zip", status=status)
    made.digest, made.runtime, made.deterministic = found.digest, found.runtime, True
    made.built.save("built", ContentFile(b"built"), save=False)
    made.upload.save("upload", ContentFile(packed.getvalue()))
    return made


def shown(version: Version, user: Visitor | None = None) -> str:
    """The part of the page as somebody reads it."""
    diff = version_diff(version, user or AnonymousUser())
    part = render_to_string("web/parts/version_diff.html", {"diff": diff})
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", part)).split())


def test_the_owner_reads_which_files_and_settings_changed(bot: Bot) -> None:
    version(bot, BEFORE)
    text = shown(version(bot, AFTER), bot.owner)
    assert "What is new since v1" in text
    assert "bot.py changed 8 9" in text
    assert "new.py added 0" in text
    assert "old.py removed 0" in text
    assert 'risk weights.json 0.5 "<b>0.75"' in text


def test_organisers_read_the_same(bot: Bot) -> None:
    version(bot, BEFORE)
    organiser = User.objects.create(username="olga", is_staff=True)
    after = version(bot, AFTER)
    assert shown(after, organiser) == shown(after, bot.owner)


@pytest.mark.parametrize("name", ["", "eve"])
def test_everybody_else_reads_the_public_facts(bot: Bot, name: str) -> None:
    before = version(bot, BEFORE)
    after = version(bot, {**AFTER, "bot.js": ""})
    Version.objects.filter(pk=after.pk).update(runtime="javascript", deterministic=False)
    after.refresh_from_db()
    text = shown(after, arena.make_user(name) if name else None)
    assert "Language JavaScript before: Python" in text
    assert "Deterministic no before: yes" in text
    assert f"{before.digest[:12]} became {after.digest[:12]}" in text
    for private in ("bot.py", "weights", "risk", "cannot be read"):
        assert private not in text


def test_values_of_settings_cannot_become_markup(bot: Bot) -> None:
    version(bot, BEFORE)
    diff = version_diff(version(bot, AFTER), bot.owner)
    assert "<b>" not in render_to_string("web/parts/version_diff.html", {"diff": diff})


def test_a_version_is_held_against_the_last_one_the_reader_may_see(bot: Bot) -> None:
    version(bot, BEFORE)
    version(bot, {"bot.py": "print(3)"}, VersionStatus.REJECTED)
    after = version(bot, AFTER)
    assert "since v1" in shown(after)
    assert "since v2" in shown(after, bot.owner)


def test_an_upload_that_was_never_unpacked_is_held_against_nothing(bot: Bot) -> None:
    version(bot, BEFORE)
    raw = Version.objects.create(bot=bot, number=2, upload_name="bot.zip")
    assert version_diff(raw, bot.owner) is None
    assert "since v1" in shown(version(bot, AFTER), bot.owner)


def test_the_first_version_has_nothing_new(bot: Bot) -> None:
    assert shown(version(bot, BEFORE), bot.owner) == ""


def test_the_same_files_are_said_to_be_the_same(bot: Bot) -> None:
    version(bot, BEFORE)
    text = shown(version(bot, BEFORE), bot.owner)
    assert "Files the same, byte for byte" in text
    assert "Language Python, as before" in text


def test_files_that_are_gone_are_not_compared(bot: Bot) -> None:
    before = version(bot, BEFORE)
    before.upload.storage.delete(before.upload.name or "")
    assert "cannot be read any more" in shown(version(bot, AFTER), bot.owner)


def test_very_many_changes_are_counted_and_not_listed(bot: Bot) -> None:
    version(bot, BEFORE)
    many = {f"data/{number}.txt": "" for number in range(MOST + 5)}
    text = shown(version(bot, BEFORE | many), bot.owner)
    assert text.count(" added ") == MOST
    assert "5 more changes are not listed" in text
