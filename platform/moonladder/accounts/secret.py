"""The secrets of tokens: how one is made, and what is kept of it."""

import hashlib
import secrets

START = "ml_"
"""What every secret begins with, so that people and scanners know one when they see it."""

PREFIX_LENGTH = len(START) + 8
"""How much of a secret is kept to recognise it by; what remains is beyond guessing."""


def new_secret() -> str:
    """A secret nobody can guess."""
    return START + secrets.token_urlsafe(32)


def prefix_of(secret: str) -> str:
    """How it begins."""
    return secret[:PREFIX_LENGTH]


def digest_of(secret: str) -> str:
    """What it is found by; so random a secret needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()
