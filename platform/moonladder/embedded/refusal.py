"""Why `manage.py up` does not start."""


class Refusal(Exception):
    """One sentence that says what is wrong and what to do about it."""
