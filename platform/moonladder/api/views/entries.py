"""Bots on ladders: entered, withdrawn, with their results against seats, roles and opponents."""

from http import HTTPStatus

from django.urls import reverse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from matches.selectors import entry_meetings
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page, Paged, page_of
from moonladder.api.permissions import SignedIn, SignedInToWrite
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.entries import (
    BotEntryShape,
    ComparisonAsked,
    ComparisonShape,
    EntryBody,
    EntryChangeBody,
    EntryShape,
    OpponentsAsked,
    OpponentShape,
    StintShape,
)
from moonladder.api.views.ladders import NOT_FOUND, entry_called, ladder_called
from moonladder.api.views.owned import own_bot, refuse_strangers
from moonladder.bots.names import Unknown
from moonladder.bots.selectors import bot_named
from moonladder.ladders import selectors, services


class Entries(Endpoint):
    """Who is on a ladder; the standings list them."""

    permission_classes = (SignedIn,)

    @operation(
        "enter_bot",
        "Enter your bot on a ladder",
        EntryShape,
        status=HTTPStatus.CREATED,
        body=EntryBody,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
    )
    def post(self, request: Request, slug: str) -> Response:
        ladder = ladder_called(slug)
        bot = own_bot(request, self.said(EntryBody)["bot"])
        services.bot_enter(ladder=ladder, bot=bot)
        entry = selectors.entry_of(ladder=ladder, bot=bot)
        where = reverse("api:entry", args=(slug, bot.owner.username, bot.name))
        return Response(EntryShape(entry).data, HTTPStatus.CREATED, headers={"Location": where})


class Entry(Endpoint):
    """One bot's place on a ladder."""

    permission_classes = (SignedInToWrite,)

    @operation("show_entry", "Show a bot's place on a ladder", EntryShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str, owner: str, name: str) -> Response:
        return Response(EntryShape(entry_called(request, slug, f"{owner}/{name}")).data)

    @operation(
        "change_entry",
        "Withdraw your bot, or let it return",
        EntryShape,
        body=EntryChangeBody,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
        known=False,
    )
    def patch(self, request: Request, slug: str, owner: str, name: str) -> Response:
        entry = entry_called(request, slug, f"{owner}/{name}")
        refuse_strangers(request, entry.bot)
        said = self.said(EntryChangeBody)
        change = services.entry_return if said["is_active"] else services.entry_withdraw
        change(entry=entry, actor=request.user, reason=said["reason"])
        return Response(EntryShape(entry_called(request, slug, f"{owner}/{name}")).data)


class Ratings(Endpoint):
    """What is believed of each version that has played for a bot on a ladder; the latest first."""

    asks = Paged

    @operation(
        "list_ratings",
        "List the ratings of a bot's versions on a ladder",
        page_shape(StintShape),
        asks=Paged,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str, owner: str, name: str) -> Response:
        entry = entry_called(request, slug, f"{owner}/{name}")
        page = page_of(request, self.asked, selectors.entry_stints(entry=entry), "-pk")
        return Response(page_shape(StintShape)(page).data)


class Opponents(Endpoint):
    """Whom a bot has met on a ladder, and how it fared; the most frequent first."""

    asks = OpponentsAsked

    @operation(
        "list_opponents",
        "List whom a bot has met on a ladder",
        page_shape(OpponentShape),
        asks=OpponentsAsked,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str, owner: str, name: str) -> Response:
        entry = entry_called(request, slug, f"{owner}/{name}")
        met = entry_meetings(entry=entry)
        page = page_of(request, self.asked, met, "-matches", "other_id")
        return Response(page_shape(OpponentShape)(page).data)


class Comparison(Endpoint):
    """Which of two bots of a ladder is the better one, and how sure that is."""

    asks = ComparisonAsked

    @operation(
        "compare_entries",
        "Ask which of two bots is better",
        ComparisonShape,
        asks=ComparisonAsked,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        one, other = (entry_called(request, slug, self.asked[name]) for name in ("one", "other"))
        if one == other:
            raise ValidationError({"other": ["Name another bot than `one`."]})
        for entry in (one, other):
            if entry.stint is None:
                raise Unknown(f"No version of {entry.bot} has played on {slug} yet.")
        answer = {
            "one": one,
            "other": other,
            "likelihood": selectors.superiority(one=one, other=other),
            "met": entry_meetings(entry=one).filter(other=other).first(),
        }
        return Response(ComparisonShape(answer).data)


class BotEntries(Endpoint):
    """The ladders that a bot was entered on, and how it stands there."""

    @operation(
        "list_bot_entries",
        "List the ladders a bot is on",
        page_shape(BotEntryShape),
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        bot = bot_named(f"{owner}/{name}", request.user)
        return Response(
            page_shape(BotEntryShape)(Page(list(selectors.places_of(bot=bot)), None)).data
        )
