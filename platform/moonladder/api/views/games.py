"""The games there are."""

from http import HTTPStatus

from django.conf import settings
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.games import GameShape
from moonladder.bots.names import Unknown
from moonladder.ladders import games

SCHEMAS = "engine/protocol/schema/v1"
"""Where the source has the contract with bots."""


class Games(Endpoint):
    """All games."""

    @operation("list_games", "List the games", page_shape(GameShape))
    def get(self, request: Request) -> Response:
        return Response(page_shape(GameShape)(Page(games.known_games(), None)).data)


class Game(Endpoint):
    """One game."""

    @operation(
        "show_game",
        "Show a game with its options and roles",
        GameShape,
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request, game: str) -> Response:
        return Response(GameShape(facts_of(game)).data)


class Rules(Endpoint):
    """The rules of a game in words, with every ruling."""

    @operation(
        "read_rules",
        "Read the rules of a game",
        OpenApiTypes.STR,
        of="text/markdown",
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request, game: str) -> HttpResponseBase:
        file = settings.SOURCE / "engine" / "games" / facts_of(game).name / "README.md"
        return self.file(request, file, "text/markdown; charset=utf-8")


class Protocol(Endpoint):
    """What bots are told and answer: the JSON Schema of one message."""

    @operation(
        "show_protocol",
        "Show the JSON Schema of a message to or from bots",
        OpenApiTypes.OBJECT,
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def get(self, request: Request, message: str) -> HttpResponseBase:
        files = {file.stem: file for file in (settings.SOURCE / SCHEMAS).glob("*.json")}
        if message not in files:
            choice = ", ".join(sorted(files))
            raise Unknown(f"There is no message {message!r}: choose from {choice}.")
        return self.file(request, files[message], "application/json")


def facts_of(game: str) -> games.Facts:
    """What that game says about itself; 404 if there is none."""
    try:
        return games.facts(game)
    except games.UnknownGame as error:
        raise Unknown(str(error)) from None
