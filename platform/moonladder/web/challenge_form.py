"""What people fill in to have bots of their choice play a match."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User

from matches.challenges import challenge_create
from matches.models import Challenge
from moonladder.bots.models import Version
from moonladder.bots.names import Unknown
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.selectors import version_named
from moonladder.ladders.models import MAX_SEED, Ladder
from moonladder.ladders.services import Refused

LONGEST_NAME = 250
BOTS = "bots"
"""The id of the list of names that browsers offer."""


class ChallengeForm(forms.Form):
    """One bot for each seat of a ladder, and a seed if somebody wants that one."""

    seed = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MAX_SEED,
        label="Seed, if you want that one",
        help_text="Left empty, the ladder deals a fresh one. The same seed deals the same again.",
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(
        self, *args: Any, ladder: Ladder, user: User, seats: Sequence[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._ladder, self._user = ladder, user
        for number in range(ladder.seats):
            given = seats[number] if number < len(seats) else ""
            self.fields[_seat(number)] = _seat_field(number, given)
        self.order_fields(self._seats)

    @property
    def _seats(self) -> list[str]:
        return [_seat(number) for number in range(self._ladder.seats)]

    def clean(self) -> dict[str, Any]:
        """Find the version that each seat names; a name that leads nowhere says so beside it."""
        given = super().clean() or {}
        for name in self._seats:
            if name in given:
                given[name] = self._version(name, given[name])
        return given

    def _version(self, field: str, name: str) -> Version | None:
        try:
            return version_named(name, self._user)
        except Unknown as unknown:
            self.add_error(field, str(unknown))
            return None

    def create(self) -> Challenge | None:
        """Ask for the match; where it is refused, the form says why."""
        versions = [self.cleaned_data[name] for name in self._seats]
        seed = self.cleaned_data["seed"]
        try:
            return challenge_create(
                user=self._user, ladder=self._ladder, versions=versions, seed=seed
            )
        except (Refused, QuotaReached) as refused:
            self.add_error(None, str(refused))
            return None


def _seat(number: int) -> str:
    return f"seat_{number}"


def _seat_field(number: int, given: str) -> forms.CharField:
    typed = {"list": BOTS, "autocapitalize": "off", "spellcheck": "false", "autocomplete": "off"}
    return forms.CharField(
        label=f"Seat {number}",
        max_length=LONGEST_NAME,
        initial=given,
        widget=forms.TextInput(attrs={**typed, "placeholder": "owner/name or owner/name/v3"}),
    )
