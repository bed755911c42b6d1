"""Ladders and what is told of them."""

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from matches import selectors as matches
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Paged, PagedByRank, page_of
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.ladders import (
    ActivityAsked,
    ActivityShape,
    AspectsShape,
    CommitmentShape,
    DealtShape,
    HeadToHeadShape,
    HistoryAsked,
    HistoryShape,
    LadderDetailShape,
    LadderShape,
    StandingShape,
)
from moonladder.bots.names import Unknown
from moonladder.bots.selectors import bot_named
from moonladder.ladders import selectors
from moonladder.ladders.models import Entry as EntryModel
from moonladder.ladders.models import Ladder as LadderModel

NOT_FOUND = (HTTPStatus.NOT_FOUND,)


def ladder_called(slug: str) -> LadderModel:
    """The ladder of that name; 404 if there is none."""
    ladder = LadderModel.objects.filter(slug=slug).first()
    if ladder is None:
        raise Unknown(f"There is no ladder {slug!r}: `/api/v1/ladders/` lists those there are.")
    return ladder


def entry_called(request: Request, slug: str, name: str) -> EntryModel:
    """The place of the bot `owner/name` on that ladder; 404 where it has none."""
    bot = bot_named(name, request.user)
    entry = selectors.entry_of(ladder=ladder_called(slug), bot=bot)
    if entry is None:
        raise Unknown(f"{name} is not entered on {slug}.")
    return entry


class Ladders(Endpoint):
    """All ladders, the oldest first."""

    asks = Paged

    @operation("list_ladders", "List the ladders", page_shape(LadderShape), asks=Paged)
    def get(self, request: Request) -> Response:
        page = page_of(request, self.asked, selectors.all_ladders(), "pk")
        return Response(page_shape(LadderShape)(page).data)


class Ladder(Endpoint):
    """One ladder."""

    @operation(
        "show_ladder", "Show a ladder with its settings", LadderDetailShape, refuses=NOT_FOUND
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(LadderDetailShape(ladder_called(slug)).data)


class Standings(Endpoint):
    """Everybody who plays on a ladder, best first."""

    asks = PagedByRank

    @operation(
        "read_standings",
        "Read the standings",
        page_shape(StandingShape),
        asks=PagedByRank,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        standings = selectors.ladder_standings(ladder=ladder_called(slug))
        page = page_of(request, self.asked, standings, "rank", "pk", gaps=True)
        return Response(page_shape(StandingShape)(page).data)


class Seeds(Endpoint):
    """The seeds a ladder has dealt from, for whoever checks them against the commitment."""

    asks = Paged

    @operation(
        "list_seeds",
        "List the seeds dealt so far",
        page_shape(DealtShape),
        asks=Paged,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        blocks = matches.dealt_blocks(ladder=ladder_called(slug))
        page = page_of(request, self.asked, blocks, "-number")
        return Response(page_shape(DealtShape)(page).data)


class History(Endpoint):
    """How a bot's live rating moved on a ladder."""

    asks = HistoryAsked

    @operation(
        "read_history",
        "Read a bot's ratings over time",
        HistoryShape,
        asks=HistoryAsked,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        entry = entry_called(request, slug, self.asked["bot"])
        points = matches.rating_history(entry=entry)
        return Response(HistoryShape({"bot": entry.bot, "points": points}).data)


class HeadToHead(Endpoint):
    """How the best of a ladder fared against each other."""

    @operation("read_head_to_head", "Read who beats whom", HeadToHeadShape, refuses=NOT_FOUND)
    def get(self, request: Request, slug: str) -> Response:
        grid = matches.head_to_head(ladder=ladder_called(slug))
        place = {entry.pk: place for place, entry in enumerate(grid.entries)}
        duels = [
            {"one": place[one], "other": place[other], **duel._asdict()}
            for (one, other), duel in grid.duels.items()
        ]
        answer = {"bots": [entry.bot for entry in grid.entries], "duels": duels}
        return Response(HeadToHeadShape(answer).data)


class Aspects(Endpoint):
    """What the best of a ladder score with each seat, role and faction."""

    @operation(
        "read_aspects",
        "Read who does well with which seat and role",
        AspectsShape,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        table = matches.ladder_aspects(ladder=ladder_called(slug))
        place = {entry.pk: place for place, entry in enumerate(table.entries)}
        answer = {
            "bots": [entry.bot for entry in table.entries],
            "usual": [
                {"aspect": aspect, "value": value, **duel._asdict()}
                for (aspect, value), duel in table.usual.items()
            ],
            "scores": [
                {"bot": place[entry], "aspect": aspect, "value": value, **duel._asdict()}
                for (entry, aspect, value), duel in table.scores.items()
            ],
        }
        return Response(AspectsShape(answer).data)


class Commitment(Endpoint):
    """What a ladder's seeds were committed to, and once it is closed whether that was kept."""

    @operation(
        "check_commitment", "Check the seeds of a ladder", CommitmentShape, refuses=NOT_FOUND
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(CommitmentShape(selectors.seeds_report(ladder_called(slug))).data)


class Activity(Endpoint):
    """Whether anything is new on a ladder, for whoever follows it."""

    asks = ActivityAsked

    @operation(
        "follow_ladder",
        "Ask whether a ladder moved",
        ActivityShape,
        asks=ActivityAsked,
        refuses=NOT_FOUND,
    )
    def get(self, request: Request, slug: str) -> Response:
        after = self.asked.get("after", "")
        activity = matches.ladder_activity(ladder=ladder_called(slug), after=after)
        return Response(ActivityShape(activity).data)
