"""What people fill in to upload a version of a bot, or a new bot with its first one."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from matches.uploads import NameTaken, NewBot, upload_take
from moonladder.bots.models import Bot, Version
from moonladder.bots.names import validate_name
from moonladder.bots.quotas import QuotaReached
from moonladder.bots.services import UploadsClosed, UploadTooLarge
from moonladder.ladders.models import Ladder
from moonladder.ladders.selectors import ladders_to_enter, places_of
from moonladder.ladders.services import Refused


class UploadForm(forms.Form):
    """The file, the ladders the bot is to play on, and the name of one that is new."""

    name = forms.CharField(
        label="Name of the bot",
        max_length=40,
        validators=[validate_name],
        help_text="Letters, digits, - and _. It becomes part of addresses and stays as it is.",
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )
    file = forms.FileField(
        label="File",
        max_length=255,
        error_messages={
            "required": "Choose a file: one program, or an archive (zip, tar.gz) of a folder.",
            "empty": "The file is empty: choose the one that the bot begins in.",
        },
    )
    ladders = forms.MultipleChoiceField(
        label="Ladders to enter",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one: its trial is played on a ladder."},
    )

    def __init__(
        self, *args: Any, user: User, game: str, bot: Bot | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._bot = bot
        self._user, self._game = user, game
        self._offered = {each.slug: each for each in ladders_to_enter(game=game, bot=bot)}
        if bot is not None:
            del self.fields["name"]
        self._offer_ladders(is_placed=bot is not None and places_of(bot=bot).exists())

    def _offer_ladders(self, *, is_placed: bool) -> None:
        """Tick what is new to the bot; what it has left stays left unless its owner ticks it."""
        if not self._offered:
            del self.fields["ladders"]
            return
        field = self.fields["ladders"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(slug, _label(ladder)) for slug, ladder in self._offered.items()]
        field.required = not is_placed
        field.initial = [slug for slug, each in self._offered.items() if not _was_left(each)]

    def clean_file(self) -> Any:
        """Refuse several files where only one of them would be taken."""
        if len(self.files.getlist("file")) > 1:
            raise ValidationError("Send one file; pack several into an archive (zip, tar.gz).")
        return self.cleaned_data["file"]

    def create(self) -> Version | None:
        """Take the upload; where it is refused, the form says why and nothing has changed."""
        file = self.cleaned_data["file"]
        chosen = [self._offered[slug] for slug in self.cleaned_data.get("ladders", ())]
        new = NewBot(self._user, self.cleaned_data.get("name", ""), self._game)
        try:
            return upload_take(
                bot=self._bot or new,
                ladders=chosen,
                name=file.name,
                content=file.read(),
                once=True,
            )
        except NameTaken as taken:
            self.add_error("name", str(taken))
        except ValidationError as refused:
            self.add_error(None, ValidationError(refused.messages))
        except UploadTooLarge as refused:
            self.add_error("file", str(refused))
        except (Refused, QuotaReached, UploadsClosed) as refused:
            self.add_error(None, str(refused))
        return None


def _label(ladder: Ladder) -> str:
    left = "; the bot has left it, and would return" if _was_left(ladder) else ""
    return f"{ladder.title} ({ladder.seats} seats{left})"


def _was_left(ladder: Ladder) -> bool:
    return bool(getattr(ladder, "was_left", False))
