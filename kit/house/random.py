"""The weakest house bot of every game: takes any option, each as likely."""

from kit.bot import Ask, Bot


class House(Bot):
    def choose(self, ask: Ask) -> int:
        return self.random.randrange(len(ask["options"]))
