"""Django's checks of passwords, each with a sentence that says what to choose instead; its hash."""

from threading import BoundedSemaphore

from django.contrib.auth import password_validation
from django.contrib.auth.hashers import Argon2PasswordHasher

_room = BoundedSemaphore(2)


class RoomForTwo(Argon2PasswordHasher):
    """Argon2, which takes 100 MiB for each guess: anybody may guess, from every thread at once."""

    def encode(self, password: str, salt: str) -> str:
        with _room:
            return str(super().encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        with _room:
            return bool(super().verify(password, encoded))


class LongEnough(password_validation.MinimumLengthValidator):
    """Length is what makes a password hard to guess."""

    def get_error_message(self) -> str:
        return (
            f"Take at least {self.min_length} characters; a few words that do not belong together "
            "are easy to keep in mind."
        )

    def get_help_text(self) -> str:
        return f"At least {self.min_length} characters."


class NotCommon(password_validation.CommonPasswordValidator):
    """What everybody chooses is tried first."""

    def get_error_message(self) -> str:
        return "Many people use this password, so it is guessed first: choose another."

    def get_help_text(self) -> str:
        return "Nothing that many people use."


class NotDigitsAlone(password_validation.NumericPasswordValidator):
    """Ten digits are soon counted through."""

    def get_error_message(self) -> str:
        return "Digits alone are soon counted through: put letters among them."

    def get_help_text(self) -> str:
        return "Not digits alone."


class NotTheName(password_validation.UserAttributeSimilarityValidator):
    """What the account says about itself is known to all."""

    def get_error_message(self) -> str:
        return "This is too much like your %(verbose_name)s, which others know: choose another."

    def get_help_text(self) -> str:
        return "Not much like your name or e-mail address."
