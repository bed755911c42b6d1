"""Pages about oneself: sign up, log in, the account with what belongs to it."""

from typing import Any

from axes.helpers import get_client_username
from django.contrib import messages
from django.contrib.auth import login, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.messages.views import SuccessMessageMixin
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import path, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django.views.generic import FormView

from moonladder.accounts.throttle import seconds_left
from moonladder.web.account_forms import SignUpForm

BACKEND = "django.contrib.auth.backends.ModelBackend"

mine_alone = cache_control(private=True, no_store=True)
"""Marks pages that hold what only their reader may see: nobody keeps a copy."""


class LogIn(views.LoginView):
    """Log in, and go on to where one was."""

    template_name = "web/login.html"
    redirect_authenticated_user = True


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
        messages.success(self.request, f"Welcome, {user}. This is your account.")
        return HttpResponseRedirect(resolve_url(self.get_success_url()))


@method_decorator(mine_alone, name="dispatch")
class ChangePassword(SuccessMessageMixin, views.PasswordChangeView):
    """Choose another password; every other browser is logged out by it."""

    template_name = "web/password.html"
    success_url = reverse_lazy("account")
    success_message = "Your password is changed. Other browsers have to log in anew."


@require_safe
@login_required
@mine_alone
def account(request: HttpRequest) -> HttpResponse:
    """What belongs to whoever asks."""
    return render(request, "web/account.html")


urlpatterns = [
    path("signup/", SignUp.as_view(), name="signup"),
    path("login/", LogIn.as_view(), name="login"),
    path("logout/", views.LogoutView.as_view(), name="logout"),
    path("account/", account, name="account"),
    path("account/password/", ChangePassword.as_view(), name="password"),
]
