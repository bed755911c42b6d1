"""Pages about oneself: sign up, log in, the account with what belongs to it."""

from typing import Any, cast

from axes.helpers import get_client_username
from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.messages.views import SuccessMessageMixin
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.urls import path, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe
from django.views.generic import FormView

from matches.inbox import crash_causes
from moonladder.accounts.browsers import browser_name
from moonladder.accounts.selectors import sessions_of, tokens_of
from moonladder.accounts.services import NewToken, sessions_end_others, token_revoke
from moonladder.accounts.sessions import BROWSER
from moonladder.accounts.throttle import seconds_left
from moonladder.ladders.selectors import bots_of
from moonladder.web.account_forms import PasswordForm, SignUpForm, TokenForm

BACKEND = "django.contrib.auth.backends.ModelBackend"

mine_alone = cache_control(private=True, no_store=True)
"""Marks pages that hold what only their reader may see: nobody keeps a copy."""


class LogIn(views.LoginView):
    """Log in, and go on to where one was."""

    template_name = "web/login.html"
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        _note_browser(self.request)
        return response


def locked_out(
    request: HttpRequest, response: HttpResponse | None, credentials: dict[str, Any] | None
) -> HttpResponse:
    """Answer who guessed too often: what happened, and when to try again."""
    seconds = seconds_left(request, get_client_username(request, credentials) or "")
    context = {"form": AuthenticationForm(request), "minutes": -(-seconds // 60)}
    refusal = render(request, "web/login.html", context, status=429)
    refusal["Retry-After"] = str(seconds)
    return refusal


@method_decorator((sensitive_post_parameters("password", "again"), mine_alone), name="dispatch")
class SignUp(views.RedirectURLMixin, FormView):
    """Make an account, and be logged in."""

    template_name = "web/signup.html"
    form_class = SignUpForm
    next_page = "account"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Who is logged in has an account."""
        if request.user.is_authenticated:
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_redirect_url(), **kwargs)

    def form_valid(self, form: Form) -> HttpResponse:
        user = form.create() if isinstance(form, SignUpForm) else None
        if user is None:
            return self.form_invalid(form)
        login(self.request, user, backend=BACKEND)
        _note_browser(self.request)
        messages.success(self.request, f"Welcome, {user}. This is your account.")
        return HttpResponseRedirect(resolve_url(self.get_success_url()))


@method_decorator(mine_alone, name="dispatch")
class ChangePassword(SuccessMessageMixin, views.PasswordChangeView):
    """Choose another password; every other browser is logged out by it."""

    template_name = "web/password.html"
    form_class = PasswordForm
    success_url = reverse_lazy("account")
    success_message = "Your password is changed. Other browsers have to log in anew."


@require_safe
@login_required
@mine_alone
def account(request: HttpRequest) -> HttpResponse:
    """What belongs to whoever asks."""
    return _account(request, TokenForm(prefix="token"))


@require_POST
@login_required
@mine_alone
def token_new(request: HttpRequest) -> HttpResponse:
    """Make a token and show its secret, this once."""
    form = TokenForm(request.POST, prefix="token")
    made = form.create(cast(User, request.user)) if form.is_valid() else None
    if made is None:
        return _account(request, form)
    return _account(request, TokenForm(prefix="token"), made)


@require_POST
@login_required
def token_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token."""
    token = get_object_or_404(tokens_of(cast(User, request.user)), pk=pk)
    token_revoke(token=token)
    messages.success(request, f"The token {token.name!r} is revoked: nobody is let in with it.")
    return redirect("account")


@require_POST
@login_required
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Log out everywhere else."""
    user, kept = cast(User, request.user), request.session.session_key
    ended = sessions_end_others(user=user, kept=kept)
    messages.success(request, f"Logged out of {ended} other browser{'s' if ended != 1 else ''}.")
    return redirect("account")


def _account(request: HttpRequest, form: TokenForm, made: NewToken | None = None) -> HttpResponse:
    user = cast(User, request.user)
    causes = crash_causes(owner=user)
    context = {
        "bots": [(bot, causes.get(bot.pk, 0)) for bot in bots_of(user)],
        "tokens": tokens_of(user),
        "token_form": form,
        "made": made,
        "sessions": sessions_of(user),
        "this_session": request.session.session_key,
    }
    return render(request, "web/account.html", context)


def _note_browser(request: HttpRequest) -> None:
    """Let somebody recognise this browser among those they are logged in with."""
    request.session[BROWSER] = browser_name(request.headers.get("User-Agent", ""))


urlpatterns = [
    path("signup/", SignUp.as_view(), name="signup"),
    path("login/", LogIn.as_view(), name="login"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("account/", account, name="account"),
    path("account/password/", ChangePassword.as_view(), name="password"),
    path("account/tokens/", token_new, name="token-new"),
    path("account/tokens/<int:pk>/revoke/", token_end, name="token-revoke"),
    path("account/sessions/end/", sessions_end, name="sessions-end"),
]
