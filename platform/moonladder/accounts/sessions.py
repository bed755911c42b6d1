"""Sessions that know whose they are, so that people can end them; Django's `SESSION_ENGINE`."""

import re
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore

from moonladder.accounts.models import Session

BROWSER = "browser"
"""Where the name of the browser is kept in a session."""

KEY = re.compile("[0-9a-z]{32}")
"""What sessions are found by."""


class SessionStore(DatabaseStore):
    """Django's sessions in the database, with two columns copied out of what they hold."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return our table instead of Django's."""
        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        """Look for no session that there cannot be: a cookie may hold what no database takes."""
        return key is not None and KEY.fullmatch(key) is not None

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row for a session that holds this."""
        row = cast(Session, super().create_model_instance(data))
        row.user_id = data.get(SESSION_KEY)
        row.browser = data.get(BROWSER, "")
        return row
