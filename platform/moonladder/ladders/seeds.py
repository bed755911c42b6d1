"""Seeds that nobody can choose and everybody can check.

A ladder has a secret of 64 hexadecimal digits. When it opens it publishes the commitment, when it
closes the secret; the blocks are numbered from 1 without gaps, and each takes its seed from both.

* commitment: SHA-256 of the secret, in hexadecimal;
* seed of a block: SHA-256 of the ASCII text `moonladder block NUMBER SECRET`, in hexadecimal, of
  which the first 13 digits are read as a number.

In a shell, `printf %s "moonladder block 7 $SECRET" | sha256sum | cut -c1-13`. Thirteen digits are
52 bits: every language and every JSON reader holds such a seed exactly. Seeds that were seen tell
nothing about the secret, nor about seeds to come.
"""

import hashlib
import secrets

SEED_DIGITS = 13


def new_secret() -> str:
    """A secret for a new ladder."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What a ladder publishes when it opens, and what its secret is held against when it closes."""
    return _sha256(secret)


def block_seed(secret: str, block_number: int) -> int:
    """The seed from which all matches of a block are dealt, in 0..2^52-1."""
    return int(_sha256(f"moonladder block {block_number} {secret}")[:SEED_DIGITS], 16)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
