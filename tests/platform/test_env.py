"""What the environment may say, and how it is told off."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from moonladder import env


def test_an_empty_environment_describes_a_site_on_this_machine() -> None:
    here = env.read({})
    assert here.state_dir == env.ROOT / "var"
    assert here.database_url == f"sqlite:///{env.ROOT}/var/moonladder.sqlite3"
    assert here.redis_url == f"redis+socket://{env.ROOT}/var/redis.sock"
    assert (here.host, here.port) == ("127.0.0.1", 8000)
    assert here.has_private_redis
    assert not here.debug


def test_the_state_folder_moves_everything_that_is_kept() -> None:
    here = env.read({"MOONLADDER_STATE_DIR": "/srv/ladder"})
    assert here.database_url == "sqlite:////srv/ladder/moonladder.sqlite3"
    assert here.redis_url == "redis+socket:///srv/ladder/redis.sock"
    assert here.static_dir == Path("/srv/ladder/static")
    assert here.has_private_redis


def test_a_named_broker_is_not_ours_to_start() -> None:
    assert not env.read({"MOONLADDER_REDIS_URL": "redis://redis:6379/0"}).has_private_redis


@pytest.mark.parametrize(
    ("broker", "beside"),
    [
        ("", f"unix://{env.ROOT}/var/redis.sock?db=1"),
        ("redis://redis:6379/0", "redis://redis:6379/1"),
        ("rediss://:word@far.example", "rediss://:word@far.example/1"),
        ("redis://redis:6379/15", "redis://redis:6379/0"),
        ("redis+socket:///run/redis.sock", "unix:///run/redis.sock?db=1"),
        (
            "redis+socket://:word@/run/redis.sock?virtual_host=2",
            "unix://:word@/run/redis.sock?db=3",
        ),
    ],
)
def test_pages_keep_what_is_dear_beside_the_broker_and_never_in_it(
    broker: str, beside: str
) -> None:
    assert env.read({"MOONLADDER_REDIS_URL": broker}).cache_url == beside


def test_a_broker_whose_database_has_no_number_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="MOONLADDER_REDIS_URL must name a database by"):
        _ = env.read({"MOONLADDER_REDIS_URL": "redis://redis:6379/zero"}).cache_url


def test_an_empty_variable_is_an_absent_one() -> None:
    assert env.read({"MOONLADDER_PORT": " "}).port == 8000


@pytest.mark.parametrize("text", ["eighty", "0", "-1", "65536", "8000.5", "²"])
def test_a_port_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MOONLADDER_PORT must be a number from 1 to"):
        env.read({"MOONLADDER_PORT": text})


@pytest.mark.parametrize(("text", "means"), [("1", True), ("TRUE", True), ("no", False)])
def test_flags_are_read_as_people_write_them(text: str, means: bool) -> None:
    assert env.read({"MOONLADDER_HTTPS": text}).https is means


def test_an_unclear_flag_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="MOONLADDER_DEBUG must be 1 or 0"):
        env.read({"MOONLADDER_DEBUG": "maybe"})


def test_an_unknown_log_level_is_refused() -> None:
    with pytest.raises(ImproperlyConfigured, match="MOONLADDER_LOG_LEVEL must be one of"):
        env.read({"MOONLADDER_LOG_LEVEL": "loud"})


def test_hosts_are_separated_by_commas_or_spaces() -> None:
    here = env.read({"MOONLADDER_ALLOWED_HOSTS": "a.example, b.example c.example"})
    assert here.allowed_hosts == ["a.example", "b.example", "c.example"]


def test_a_file_adds_what_the_environment_leaves_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("# a comment\n\nMOONLADDER_PORT=1\nexport MOONLADDER_HOST = '::1'\n#X=1\n")
    monkeypatch.setenv("MOONLADDER_PORT", "2")
    monkeypatch.setenv("MOONLADDER_HOST", "unset after this test")
    monkeypatch.delenv("MOONLADDER_HOST")
    env.load_file(file)
    assert env.environment().netloc == "[::1]:2"


def test_a_missing_file_adds_nothing(tmp_path: Path) -> None:
    before = env.environment()
    env.load_file(tmp_path / ".env")
    assert env.environment() == before
