"""A weak player of Shamans: loyal to its role in the cards it plays, thoughtless in all else.

A Shaman wants everybody to play the world that was led, so it follows whenever it can. A Shadow
wants the pawn to move, and every card of another world moves it, so it never follows if it can
help it. Both play their lowest such card. Artefacts, rituals and victims are left to the default.
"""

from kit.bot import Ask, Bot


class House(Bot):
    def choose(self, ask: Ask) -> int:
        if ask["kind"] != "follow":
            return int(ask["default"])
        view = ask["view"]
        wanted = [
            number
            for number, card in enumerate(ask["options"])
            if (card["world"] == view["destination"]) == (view["you"]["role"] == "shaman")
        ]
        return min(wanted or [ask["default"]], key=lambda number: ask["options"][number]["value"])
