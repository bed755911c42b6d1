"""A weak player of Shadow Hunters: it hits whoever is hurt worst, friend or enemy.

It stays hidden, draws whatever it can, and does to others what harm it may, whoever they are.
"""

from typing import Any

from kit.bot import Ask, Bot

HARMFUL = ("attack", "damage", "strike", "counter", "again", "draw", "steal", "rob", "take", "heal")
"""What it does when it may."""


class House(Bot):
    def choose(self, ask: Ask) -> int:
        if ask["kind"] in ("reveal", "vision_answer"):
            return int(ask["default"])
        options = ask["options"]
        return max(
            range(len(options)), key=lambda number: self.appeal(ask["view"], options[number])
        )

    def appeal(self, view: Any, option: Any) -> float:
        """Others rather than itself, the hurt rather than the whole; to do nothing comes last."""
        if option.get("action", "attack") not in HARMFUL:
            return -1.0
        targets = option.get("targets", [option.get("target")])
        if self.seat in targets:
            return 10.0 * (option["action"] == "heal") if "action" in option else -1.0
        if option.get("action") == "heal":
            return 0.0
        return sum(1.0 + view["players"][t]["damage"] for t in targets if t is not None)
