"""What a token's scopes let it do, and what needs somebody to be known at all."""

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from moonladder.accounts.models import Scope, Token
from moonladder.api.authentication import HOW


class Permission(BasePermission):
    """Says no with a sentence, and tells the schema whom it lets in."""

    def takes_strangers(self, method: str) -> bool:
        """Whether this may be done without an account."""
        return False

    def takes_tokens(self, method: str) -> bool:
        """Whether programs may do it."""
        return True


class ScopeAllows(Permission):
    """A token reads with the scope `read` and does everything else with `submit`."""

    def takes_strangers(self, method: str) -> bool:
        return True

    def has_permission(self, request: Request, view: object) -> bool:
        token = request.auth
        if not isinstance(token, Token):
            return True
        needed = Scope.READ if request.method in SAFE_METHODS else Scope.SUBMIT
        if needed not in token.scopes:
            raise PermissionDenied(f"This token lacks the scope `{needed}`: make one that has it.")
        return True


class Known(Permission):
    """Nothing here without an account; any token of it will do."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated(f"This needs an account: {HOW}")
        return True


class SignedIn(ScopeAllows):
    """Nothing here without an account, nor without the scope."""

    def takes_strangers(self, method: str) -> bool:
        return False

    def has_permission(self, request: Request, view: object) -> bool:
        return Known().has_permission(request, view) and super().has_permission(request, view)


class SignedInToWrite(SignedIn):
    """Everybody may read; who writes must be known."""

    def takes_strangers(self, method: str) -> bool:
        return method in SAFE_METHODS

    def has_permission(self, request: Request, view: object) -> bool:
        if request.method in SAFE_METHODS:
            return ScopeAllows.has_permission(self, request, view)
        return super().has_permission(request, view)


class InABrowser(SignedIn):
    """What only people do, not programs: a stolen token must not make more of its kind."""

    def takes_tokens(self, method: str) -> bool:
        return method in SAFE_METHODS

    def has_permission(self, request: Request, view: object) -> bool:
        if request.auth is not None and request.method not in SAFE_METHODS:
            raise PermissionDenied("A token cannot do this: log in with a browser.")
        return super().has_permission(request, view)
