"""Who may do what: every method of every address, asked by everybody there is."""

import pytest
from pytest_django import Settings

from tests.platform.api.routes import MATRIX, ask, operations, routes
from tests.platform.api.world import KINDS, make_world, visitors


def test_no_address_is_left_out_of_the_matrix() -> None:
    known = {operation for operation in operations() if operation[0] != "nothing"}
    assert known == MATRIX.keys()


@pytest.mark.django_db
def test_everybody_is_answered_as_the_matrix_says(settings: Settings) -> None:
    world = make_world()
    browsers = visitors()
    settings.SANDBOX = ""  # uploads are taken
    wrong = []
    for route in routes(world):
        found = tuple(ask(browsers[kind], route).status_code for kind in KINDS)
        if found != route.expected:
            wrong.append(f"{route.method} {route.address}: {found}, not {route.expected}")
    assert wrong == []
