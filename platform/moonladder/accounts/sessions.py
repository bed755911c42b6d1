"""Sessions that know whose they are, so that people can end them; Django's `SESSION_ENGINE`."""

from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from moonladder.accounts.models import Session

BROWSER = "browser"
"""Where the name of the browser is kept in a session."""


class SessionStore(DatabaseStore):
    """Django's sessions in the database, with two columns copied out of what they hold."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return our table instead of Django's."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for a session that holds this."""
        row = cast(Session, super().create_model_instance(data))
        row.user_id = data.get(SESSION_KEY)
        row.browser = data.get(BROWSER, "")
        return row
