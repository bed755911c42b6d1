"""What people fill in about themselves."""

from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import ValidationError

from moonladder.accounts import names
from moonladder.accounts.models import Scope
from moonladder.accounts.services import NewToken, Refused, account_create, token_create


class SignUpForm(forms.Form):
    """A new account."""

    name = forms.CharField(
        label="Name",
        max_length=names.LONGEST,
        help_text="Everybody sees it, in addresses too: small letters, digits, hyphens.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    email = forms.EmailField(
        label="E-mail address, if you like",
        required=False,
        help_text="Only organisers see it, who have no other way to reach you.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="The same password again",
        strip=False,
        max_length=1000,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = " ".join(password_validators_help_texts())

    def clean_again(self) -> str:
        """Catch a slip of the fingers, which nobody could see."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("password", again):
            raise ValidationError("The two passwords differ: type the same twice.")
        return again

    def create(self) -> User | None:
        """Make the account; where it may not be made, the form says why."""
        given = {name: self.cleaned_data[name] for name in ("name", "email", "password")}
        try:
            return account_create(**given)
        except ValidationError as refused:
            self.add_error(None, refused)
            return None


class PasswordForm(PasswordChangeForm):
    """Another password for an account, asked for as when it was made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = "The password until now"
        self.fields["new_password1"].help_text = " ".join(password_validators_help_texts())
        self.fields["new_password2"].label = "The same password again"
        self.fields["new_password2"].help_text = ""


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label="Name", max_length=80, help_text="Where it is used, such as: the laptop."
    )
    scopes = forms.MultipleChoiceField(
        label="What it may do",
        choices=(
            (Scope.READ, "read what you may read, sources and logs included"),
            (Scope.SUBMIT, "submit bots, enter and withdraw them, challenge others"),
        ),
        widget=forms.CheckboxSelectMultiple,
        initial=(Scope.READ, Scope.SUBMIT),
    )

    def create(self, owner: User) -> NewToken | None:
        """Make the token; where it may not be made, the form says why."""
        try:
            return token_create(owner=owner, **self.cleaned_data)
        except Refused as refused:
            self.add_error(None, str(refused))
            return None
