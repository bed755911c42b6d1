"""Names of bots stand in addresses, commands and records as they are."""

import importlib

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError

from moonladder.bots import services
from moonladder.bots.models import Bot
from moonladder.bots.names import BotName, Unknown, read_bot_name
from tests.matches.arena import make_user

RENAMING = importlib.import_module("moonladder.bots.migrations.0002_names_fit_into_addresses")


@pytest.mark.parametrize("name", ["a", "my-bot_2", "Shamans-GREEDY", "7up", "x" * 40])
def test_names_that_fit_into_an_address_are_taken(db: None, name: str) -> None:
    assert services.bot_create(owner=make_user("ada"), name=name, game="shamans").name == name


@pytest.mark.parametrize(
    "name", ["", "my bot", "a/b", "..", "-x", "_x", "naïve", "a.b", "x\n", "x" * 41]
)
def test_names_that_do_not_are_refused(db: None, name: str) -> None:
    with pytest.raises(ValidationError):
        services.bot_create(owner=make_user("ada"), name=name, game="shamans")


def test_an_owner_needs_such_a_name_too(db: None) -> None:
    with pytest.raises(ValidationError, match="part of addresses"):
        services.bot_create(owner=make_user("ada@example.org"), name="bot", game="shamans")


def test_names_are_read_as_people_write_them() -> None:
    assert read_bot_name("ada/greedy") == BotName("ada", "greedy", None)
    assert read_bot_name("ada/greedy/v12") == BotName("ada", "greedy", 12)
    for wrong in ("greedy", "/greedy", "ada/greedy/12", "ada/greedy/v", "ada/gr eedy"):
        with pytest.raises(Unknown, match="Write OWNER/NAME"):
            read_bot_name(wrong)


def test_old_names_are_made_fit_once_and_stay_different(db: None) -> None:
    owner = make_user("ada lovelace")
    for name in ("my bot", "my-bot", "??", "fine"):
        Bot.objects.create(owner=owner, name=name, game="shamans")
    make_user("grace@example.org")  # owns nothing: nobody's address
    for _ in range(2):
        RENAMING.rename(apps, None)
        names = Bot.objects.order_by("pk").values_list("owner__username", "name")
        found = [f"{owner}/{bot}" for owner, bot in names]
        fit = ["my-bot-2", "my-bot", "bot", "fine"]
        assert found == [f"ada-lovelace/{name}" for name in fit]
