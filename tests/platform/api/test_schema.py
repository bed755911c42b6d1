"""The schema is kept: whatever is sent, answers are as it says."""

from collections import defaultdict
from collections.abc import Iterator

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, given, settings
from schemathesis.schemas import APIOperation

from tests.platform.api.conftest import secret_of
from tests.platform.api.world import make_world

FIXED = settings(
    max_examples=15,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
"""The same examples in every run."""

SUBJECTS: dict[str, list[APIOperation]] = defaultdict(list)
for found in schemathesis.openapi.from_wsgi(
    "/api/v1/schema/", get_wsgi_application()
).get_all_operations():
    operation = found.ok()  # type: ignore[union-attr]
    SUBJECTS[(operation.tags or ["other"])[0]].append(operation)


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Requests end without closing the connection that holds the test's transaction."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.django_db
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_answer_is_as_the_schema_says(subject: str) -> None:
    make_world()
    secret = secret_of(User.objects.get(username="ada"))
    for operation in SUBJECTS[subject]:
        examine(operation, secret)


def examine(operation: APIOperation, secret: str) -> None:
    """Ask in all ways that schemathesis can think of; what an answer changed is taken back."""

    @FIXED
    @given(case=operation.as_strategy())
    def ask(case: schemathesis.Case) -> None:
        with transaction.atomic():
            case.call_and_validate(headers={"Authorization": f"Bearer {secret}"})
            transaction.set_rollback(True)

    ask()
