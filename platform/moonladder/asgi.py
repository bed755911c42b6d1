"""The same site for ASGI servers; the two ways to run described in docs/ use WSGI."""

from django.core.asgi import get_asgi_application

application = get_asgi_application()
