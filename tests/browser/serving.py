"""Serves a site in its heyday until the input ends; says first, in a line of JSON, what is where.

It is a process of its own, with a database and a Redis of its own, so that a browser can be driven
beside it and nobody's tables are touched: `python -m tests.browser.serving BLOCKS`.
"""

import json
import sys
from typing import Any

import django
from django.conf import settings


def main() -> None:
    """Fill, serve, wait."""
    django.setup()
    from django.core.management import call_command
    from django.test import override_settings
    from pytest_django.live_server_helper import LiveServer

    from tests.browser.heyday import arrive
    from tests.browser.walk import stops
    from tests.services.fixtures import private_redis

    # Uploads are taken, as nothing here runs them; and at some addresses something goes wrong.
    with private_redis(), override_settings(SANDBOX="", ROOT_URLCONF="tests.browser.stumbling"):
        call_command("migrate", verbosity=0)
        site = arrive(blocks=int(sys.argv[1]))
        server = LiveServer("localhost")
        cookies = {"owner": cookie(site.owner), "organiser": cookie(site.organiser)}
        said = {"address": server.url, "stops": list(stops(site)), "cookies": cookies}
        print(json.dumps(said), flush=True)
        sys.stdin.read()
        server.stop()


def cookie(user: Any) -> dict[str, str]:
    """What the browser of somebody who is logged in holds."""
    from django.test import Client

    from moonladder.accounts.sessions import BROWSER

    client = Client()
    client.force_login(user)
    session = client.session
    session[BROWSER] = "Chromium on Linux"
    session.save()
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


if __name__ == "__main__":
    main()
