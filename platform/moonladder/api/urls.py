"""The addresses of the API, all below /api/v1/."""

from django.urls import path, re_path, register_converter

from moonladder.api.views import games, ladders, matches, unknown


class Number:
    """A number that fits into a column."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, text: str) -> int:
        return int(text)

    def to_url(self, number: int) -> str:
        return str(number)


register_converter(Number, "number")

urlpatterns = [
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:game>/", games.Game.as_view(), name="game"),
    path("ladders/", ladders.Ladders.as_view(), name="ladders"),
    path("ladders/<slug:slug>/", ladders.Ladder.as_view(), name="ladder"),
    path("ladders/<slug:slug>/standings/", ladders.Standings.as_view(), name="standings"),
    path("ladders/<slug:slug>/seeds/", ladders.Seeds.as_view(), name="seeds"),
    path("matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<slug:slug>/<number:number>/", matches.Match.as_view(), name="match"),
    re_path(r"^(?P<rest>.*)$", unknown.Nothing.as_view(), name="nothing"),
]

app_name = "api"
