"""The games there are."""

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Page
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.games import GameShape
from moonladder.bots.names import Unknown
from moonladder.ladders import games


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
        try:
            return Response(GameShape(games.facts(game)).data)
        except games.UnknownGame as error:
            raise Unknown(str(error)) from None
