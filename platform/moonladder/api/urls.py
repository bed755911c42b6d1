"""The addresses of the API, all below /api/v1/."""

from django.urls import path, re_path, register_converter

from moonladder.api.views import (
    accounts,
    bots,
    challenges,
    entries,
    games,
    ladders,
    matches,
    queue,
    reproductions,
    schema,
    swaps,
    unknown,
)


class Number:
    """A number that fits into a column."""

    regex = "[1-9][0-9]{0,8}"

    def to_python(self, text: str) -> int:
        return int(text)

    def to_url(self, number: int) -> str:
        return str(number)


register_converter(Number, "number")

LADDER = "ladders/<slug:slug>/"
ENTRY = f"{LADDER}entries/<slug:owner>/<slug:name>/"
BOT = "bots/<slug:owner>/<slug:name>/"
VERSION = f"{BOT}versions/<number:number>/"
MATCH = "matches/<slug:slug>/<number:number>/"

urlpatterns = [
    path("games/", games.Games.as_view(), name="games"),
    path("games/<slug:game>/", games.Game.as_view(), name="game"),
    path("games/<slug:game>/rules/", games.Rules.as_view(), name="rules"),
    path("protocol/<slug:message>/", games.Protocol.as_view(), name="protocol"),
    path("ladders/", ladders.Ladders.as_view(), name="ladders"),
    path(LADDER, ladders.Ladder.as_view(), name="ladder"),
    path(f"{LADDER}standings/", ladders.Standings.as_view(), name="standings"),
    path(f"{LADDER}history/", ladders.History.as_view(), name="history"),
    path(f"{LADDER}head-to-head/", ladders.HeadToHead.as_view(), name="head-to-head"),
    path(f"{LADDER}seeds/", ladders.Seeds.as_view(), name="seeds"),
    path(f"{LADDER}commitment/", ladders.Commitment.as_view(), name="commitment"),
    path(f"{LADDER}aspects/", ladders.Aspects.as_view(), name="aspects"),
    path(f"{LADDER}compare/", entries.Comparison.as_view(), name="compare"),
    path(f"{LADDER}activity/", ladders.Activity.as_view(), name="activity"),
    path(f"{LADDER}entries/", entries.Entries.as_view(), name="entries"),
    path(ENTRY, entries.Entry.as_view(), name="entry"),
    path(f"{ENTRY}ratings/", entries.Ratings.as_view(), name="ratings"),
    path(f"{ENTRY}opponents/", entries.Opponents.as_view(), name="opponents"),
    path("bots/", bots.Bots.as_view(), name="bots"),
    path(BOT, bots.Bot.as_view(), name="bot"),
    path(f"{BOT}entries/", entries.BotEntries.as_view(), name="bot-entries"),
    path(f"{BOT}crashes/", bots.Crashes.as_view(), name="crashes"),
    path(f"{BOT}versions/", bots.Versions.as_view(), name="versions"),
    path(VERSION, bots.Version.as_view(), name="version"),
    path(f"{VERSION}changes/", bots.VersionChanges.as_view(), name="version-changes"),
    path(f"{VERSION}wait/", queue.VersionWait.as_view(), name="version-wait"),
    path(f"{VERSION}activate/", bots.Activation.as_view(), name="activate"),
    path(f"{VERSION}source/", bots.Source.as_view(), name="source"),
    path(f"{VERSION}swap-choices/", swaps.SwapChoices.as_view(), name="swap-choices"),
    path("matches/", matches.Matches.as_view(), name="matches"),
    path(MATCH, matches.Match.as_view(), name="match"),
    path(f"{MATCH}record/", matches.Record.as_view(), name="record"),
    path(f"{MATCH}frames/<slug:audience>/", matches.Frames.as_view(), name="frames"),
    path(f"{MATCH}log/", matches.Log.as_view(), name="log"),
    path(f"{MATCH}wait/", queue.MatchWait.as_view(), name="match-wait"),
    path(f"{MATCH}reproductions/", reproductions.Reproductions.as_view(), name="reproductions"),
    path("challenges/", challenges.Challenges.as_view(), name="challenges"),
    path("swaps/", swaps.Swaps.as_view(), name="swaps"),
    path("swaps/<number:pk>/", swaps.Swap.as_view(), name="swap"),
    path("queue/", queue.Queue.as_view(), name="queue"),
    path("players/", queue.Players.as_view(), name="players"),
    path("account/", accounts.Account.as_view(), name="account"),
    path("account/quotas/", accounts.Quotas.as_view(), name="quotas"),
    path("account/tokens/", accounts.Tokens.as_view(), name="tokens"),
    path("account/tokens/<number:pk>/", accounts.Token.as_view(), name="token"),
    path("schema/", schema.Schema.as_view(), name="schema"),
    re_path(r"^(?P<rest>[\s\S]*)$", unknown.Nothing.as_view(), name="nothing"),
]

app_name = "api"
