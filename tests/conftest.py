"""What every test may ask for."""

import pytest

pytest_plugins = [
    "tests.services.docker_engine",
    "tests.services.boxes",
    "tests.services.fixtures",
    "tests.services.installed",
]

DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup", "live_server"}


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks."""
    config.addinivalue_line("markers", "database: uses the database, so it runs on PostgreSQL too")
    config.addinivalue_line("markers", "cluster: brings the whole cluster up, in minutes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the database, however they ask for it."""
    for item in items:
        asked = DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if asked or item.get_closest_marker("django_db"):
            item.add_marker("database")
