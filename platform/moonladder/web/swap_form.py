"""What people fill in to have a version compared."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User

from matches.models import Swap
from matches.swaps import MOST, USUAL, Choice, swap_request
from moonladder.bots.models import Version
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders.services import Refused


class SwapForm(forms.Form):
    """Against which version, where, and how often."""

    seats = forms.ChoiceField(label="In the seats of")
    blocks = forms.IntegerField(
        label="Blocks",
        min_value=1,
        max_value=MOST,
        initial=USUAL,
        help_text=f"1 to {MOST}, each of one match for every seat. More tell smaller differences.",
    )

    def __init__(self, *args: Any, choices: Sequence[Choice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._choices = {_value(choice): choice for choice in choices}
        self.fields["seats"].choices = [  # type: ignore[attr-defined]
            (value, _label(choice)) for value, choice in self._choices.items()
        ]

    def create(self, user: User, version: Version) -> Swap | None:
        """Ask for the test; where it is refused, the form says why."""
        stint = self._choices[self.cleaned_data["seats"]].stint
        try:
            return swap_request(
                user=user,
                ladder=stint.entry.ladder,
                version=version,
                against=stint.version,
                blocks=self.cleaned_data["blocks"],
            )
        except (Refused, QuotaReached) as refused:
            self.add_error(None, str(refused))
            return None


def _value(choice: Choice) -> str:
    return f"{choice.stint.entry.ladder.slug}/v{choice.stint.version.number}"


def _label(choice: Choice) -> str:
    blocks = f"{choice.blocks} block{'s' if choice.blocks > 1 else ''}"
    ladder = choice.stint.entry.ladder.title
    return f"v{choice.stint.version.number} on {ladder} ({blocks} to play again)"
