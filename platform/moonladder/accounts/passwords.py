"""Django's checks of passwords, each with a sentence that says what to choose instead."""

from django.contrib.auth import password_validation


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
