"""What a page costs beyond the cheapest answer Django can give."""

import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.harness import Cases, race


@race("one page, without the network", floor="bare view")
def pages() -> Iterator[Cases]:
    """Call the site as a web server does: with every middleware, without a socket."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application
    from django.test import RequestFactory

    settings.ROOT_URLCONF = "benchmarks.urls"
    settings.ALLOWED_HOSTS.append("testserver")
    django.setup()
    call_command("migrate", verbosity=0)
    serve = get_wsgi_application()
    yield {
        "bare view": partial(get, serve, RequestFactory().get("/bare").environ),
        "readiness, one query": partial(get, serve, RequestFactory().get("/readyz").environ),
        "front page": partial(get, serve, RequestFactory().get("/").environ),
    }


def get(serve: Callable[..., Any], request: dict[str, Any]) -> None:
    """Ask for a page and read it to its end."""
    answers: list[str] = []
    response = serve(dict(request), lambda status, _: answers.append(status))
    size = sum(len(part) for part in response)
    response.close()
    if answers != ["200 OK"] or not size:
        raise RuntimeError(f"{request['PATH_INFO']} answered {answers} with {size} bytes")
