"""`/healthz` for people and monitors, `/readyz` for whoever routes requests to this process."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from moonladder.health import selectors


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Every part with a sentence, and what else is worth knowing; 503 unless all are alive."""
    parts = selectors.recent_health()
    red = [part.name for part in parts if not part.alive]
    return JsonResponse(
        {
            "status": "red" if red else "green",
            "red": red,
            "parts": {
                part.name: {
                    "status": "green" if part.alive else "red",
                    "says": part.says,
                    **({"figures": part.figures} if part.figures else {}),
                }
                for part in parts
            },
            "notes": [part.note for part in parts if part.note],
        },
        status=503 if red else 200,
    )


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Whether this process can serve: its database answers and has every migration."""
    database = selectors.ask_database()
    return JsonResponse(
        {"ready": database.alive, "says": database.says}, status=200 if database.alive else 503
    )
