"""What a token's scopes let it do, and what needs somebody to be known at all."""

from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from moonladder.accounts.models import Scope, Token
from moonladder.api.authentication import HOW


class ScopeAllows(BasePermission):
    """A token reads with the scope `read` and does everything else with `submit`."""

    def has_permission(self, request: Request, view: object) -> bool:
        token = request.auth
        if not isinstance(token, Token):
            return True
        needed = Scope.READ if request.method in SAFE_METHODS else Scope.SUBMIT
        if needed not in token.scopes:
            raise PermissionDenied(f"This token lacks the scope `{needed}`: make one that has it.")
        return True


class Known(BasePermission):
    """Nothing here without an account; any token of it will do."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            raise NotAuthenticated(f"This needs an account: {HOW}")
        return True


class SignedIn(ScopeAllows):
    """Nothing here without an account, nor without the scope."""

    def has_permission(self, request: Request, view: object) -> bool:
        return Known().has_permission(request, view) and super().has_permission(request, view)


class SignedInToWrite(SignedIn):
    """Everybody may read; who writes must be known."""

    def has_permission(self, request: Request, view: object) -> bool:
        if request.method in SAFE_METHODS:
            return ScopeAllows.has_permission(self, request, view)
        return super().has_permission(request, view)


class InABrowser(SignedIn):
    """What only people do, not programs: a stolen token must not make more of its kind."""

    def has_permission(self, request: Request, view: object) -> bool:
        if request.auth is not None and request.method not in SAFE_METHODS:
            raise PermissionDenied("A token cannot do this: log in with a browser.")
        return super().has_permission(request, view)
