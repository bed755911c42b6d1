"""What browsers call themselves, and what people call them."""

import pytest

from moonladder.accounts.browsers import browser_name

LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (f"{LINUX} Chrome/120.0 Safari/537.36", "Chrome on Linux"),
        (f"{LINUX} Chrome/120.0 Safari/537.36 Edg/120.0", "Edge on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0; rv:121.0) Gecko/2010 Firefox/121.0", "Firefox on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) Safari/604.1",
            "Safari on an iPhone",
        ),
        ("curl/8.5.0", "curl"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_named_as_people_name_it(agent: str, name: str) -> None:
    assert browser_name(agent) == name
