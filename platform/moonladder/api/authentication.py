"""Who asks: a program that shows a token, or a browser with a session."""

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from moonladder.accounts.models import Token
from moonladder.accounts.selectors import token_of_secret
from moonladder.accounts.services import token_note_use

HOW = "send the header `Authorization: Bearer ml_...` with a token from your account page."


class BearerAuthentication(BaseAuthentication):
    """A token in the header `Authorization`. First of the two, so that a wrong one is a 401."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        word, _, secret = header.partition(" ")
        if word.lower() != "bearer" or not secret.strip():
            raise AuthenticationFailed(f"This is no token: {HOW}")
        token = token_of_secret(secret.strip())
        if token is None:
            raise AuthenticationFailed(f"This token is unknown, revoked or over: {HOW}")
        token_note_use(token=token)
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="moonladder"'


class BrowserAuthentication(SessionAuthentication):
    """The session of somebody logged in; what writes needs the CSRF token of the page too."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refused:
            how = "send the cookie csrftoken's value in the header X-CSRFToken, or use a token"
            raise PermissionDenied(f"{refused.detail} From a browser, {how}.") from None


class BearerScheme(OpenApiAuthenticationExtension):
    """How the schema describes tokens."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from your account page. Its scopes say what it lets you do.",
        }


class BrowserScheme(OpenApiAuthenticationExtension):
    """How the schema describes sessions."""

    target_class = BrowserAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "The session of a browser; writing needs the header X-CSRFToken too.",
        }
