"""The only reader of the process environment: every variable Moonladder knows, and its default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parents[2]
PREFIX = "MOONLADDER_"
REDIS_DATABASES = 16
"""So many a Redis has, unless somebody gave it more."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")


@dataclass(frozen=True)
class Environment:
    """What the environment says. The field `port` is the variable MOONLADDER_PORT, and so on."""

    state_dir: Path
    """Folder that keeps what must survive a restart, and the private broker's socket."""

    static_dir: Path
    """Folder that `collectstatic` fills and the web server reads."""

    secret_key: str | None
    """What signs sessions. On one machine it is made and kept in the state folder."""

    database_url: str
    """SQLite in the state folder, or `postgres://user:password@host/name`."""

    redis_url: str
    """The broker. The default is a private Redis that `manage.py up` starts."""

    host: str
    """Address the web server listens on."""

    port: int
    """Port the web server listens on."""

    web_processes: int
    """Web server processes."""

    web_threads: int
    """Requests one web server process serves at a time."""

    workers: int
    """Tasks one worker runs at a time."""

    sandbox: str
    """What keeps bots apart: empty for the best there is, `auto` for less where there is no more,
    `process` for nothing at all."""

    lease_seconds: int
    """How long a worker may be silent before its match is given to another."""

    upload_mib: int
    """How large an upload may be, packed, in MiB."""

    uploads_per_day: int
    """How many versions one owner may upload in 24 hours."""

    uploads_waiting: int
    """How many of an owner's versions may be on their way at once."""

    challenges_per_day: int
    """How many challenges one person may ask for in 24 hours."""

    swap_blocks_per_day: int
    """How many blocks of swap tests one person may ask for in 24 hours."""

    reproductions_per_day: int
    """How many matches one person may have played again in 24 hours."""

    recheck_percent: int
    """How many of a hundred matches are played a second time, to see whether they are the same."""

    keep_logs_days: int
    """How long what bots say to their owners is kept: logs, notes, the wording of faults."""

    api_user_per_minute: int
    """How many requests to the API one account is answered in a minute."""

    api_address_per_minute: int
    """How many one address is answered that shows no account."""

    allowed_hosts: list[str]
    """Names the site answers to, besides the loopback's."""

    csrf_origins: list[str]
    """Origins that forms may be sent from, such as `https://ladder.example`."""

    https: bool
    """The site is reached through a TLS proxy: secure cookies, redirects, HSTS."""

    log_level: str
    """DEBUG, INFO, WARNING or ERROR."""

    debug: bool
    """Django's debug pages; never where strangers come."""

    @property
    def netloc(self) -> str:
        """Host and port as they stand in an address; an IPv6 host goes in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def cache_url(self) -> str:
        """Where pages keep what is dear to make: the broker's Redis, in the database beside."""
        parts = urlsplit(self.redis_url)
        if parts.scheme == "redis+socket":
            (number,) = parse_qs(parts.query).get("virtual_host", ["0"])[-1:]
            return f"unix://{parts.netloc}{parts.path}?db={_beside(number)}"
        return parts._replace(path=f"/{_beside(parts.path.strip('/') or '0')}").geturl()

    @property
    def is_for_this_machine(self) -> bool:
        """Tell whether nobody reaches the site but people at this machine."""
        return self.host in LOOPBACK and not (self.allowed_hosts or self.https)

    @property
    def has_private_redis(self) -> bool:
        """Tell whether the broker is the one that `manage.py up` starts for itself."""
        return self.redis_url == private_redis_url(self.state_dir)


VARIABLES = tuple(PREFIX + field.name.upper() for field in fields(Environment))


def environment() -> Environment:
    """Return what this process's environment says."""
    return read(os.environ)


def read(source: Mapping[str, str]) -> Environment:
    """Return what `source` says, with defaults for one machine."""
    values = _Values(source)
    state_dir = Path(values.text("STATE_DIR", str(ROOT / "var"))).absolute()
    return Environment(
        state_dir=state_dir,
        static_dir=Path(values.text("STATIC_DIR", str(state_dir / "static"))).absolute(),
        secret_key=values.text("SECRET_KEY", "") or None,
        database_url=values.text("DATABASE_URL", f"sqlite:///{state_dir}/moonladder.sqlite3"),
        redis_url=values.text("REDIS_URL", private_redis_url(state_dir)),
        host=values.text("HOST", "127.0.0.1"),
        port=values.number("PORT", 8000, most=65535),
        web_processes=values.number("WEB_PROCESSES", 2),
        web_threads=values.number("WEB_THREADS", 8),
        workers=values.number("WORKERS", _cores()),
        sandbox=values.text("SANDBOX", ""),
        lease_seconds=values.number("LEASE_SECONDS", 60),
        upload_mib=values.number("UPLOAD_MIB", 5, most=64),
        uploads_per_day=values.number("UPLOADS_PER_DAY", 50),
        uploads_waiting=values.number("UPLOADS_WAITING", 3),
        challenges_per_day=values.number("CHALLENGES_PER_DAY", 100),
        swap_blocks_per_day=values.number("SWAP_BLOCKS_PER_DAY", 100),
        reproductions_per_day=values.number("REPRODUCTIONS_PER_DAY", 100),
        recheck_percent=values.number("RECHECK_PERCENT", 1, least=0, most=100),
        keep_logs_days=values.number("KEEP_LOGS_DAYS", 30),
        api_user_per_minute=values.number("API_USER_PER_MINUTE", 600),
        api_address_per_minute=values.number("API_ADDRESS_PER_MINUTE", 120),
        allowed_hosts=values.words("ALLOWED_HOSTS"),
        csrf_origins=values.words("CSRF_ORIGINS"),
        https=values.flag("HTTPS"),
        log_level=values.choice("LOG_LEVEL", "INFO", "DEBUG", "WARNING", "ERROR"),
        debug=values.flag("DEBUG"),
    )


def private_redis_url(state_dir: Path) -> str:
    """Return the address of the Redis that `manage.py up` starts for itself."""
    return f"redis+socket://{state_dir}/redis.sock"


def for_programs() -> dict[str, str]:
    """Return this environment for a program of ours, which finds the code without manage.py."""
    return {**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}"}


def name_settings() -> None:
    """Name the settings module, unless the environment names another."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "moonladder.settings")


def load_file(path: Path) -> None:
    """Add the `NAME=value` lines of a .env file; what is already in the environment wins."""
    if not path.is_file():
        return
    for line in path.read_text().splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            os.environ.setdefault(name.strip(), value.strip().strip("\"'"))


def _beside(database: str) -> int:
    """Return the number of the Redis database next to the one of this number."""
    if not database.isdecimal():
        raise ImproperlyConfigured(
            f"{PREFIX}REDIS_URL must name a database by its number, not {database!r}."
        )
    return (int(database) + 1) % REDIS_DATABASES


def _cores() -> int:
    """Count the cores this process may use; not every system can tell them from all there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Values:
    """Typed access to the variables, with a sentence for each that cannot be understood."""

    def __init__(self, source: Mapping[str, str]) -> None:
        self._source = source

    def text(self, name: str, default: str) -> str:
        return self._source.get(PREFIX + name, "").strip() or default

    def number(self, name: str, default: int, *, least: int = 1, most: int = 10_000) -> int:
        text = self.text(name, str(default))
        if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
            raise ImproperlyConfigured(
                f"{PREFIX}{name} must be a number from {least} to {most}, not {text!r}."
            )
        return int(text)

    def choice(self, name: str, default: str, *others: str) -> str:
        word = self.text(name, default).upper()
        if word not in (default, *others):
            known = ", ".join((default, *others))
            raise ImproperlyConfigured(f"{PREFIX}{name} must be one of {known}, not {word!r}.")
        return word

    def words(self, name: str) -> list[str]:
        return self.text(name, "").replace(",", " ").split()

    def flag(self, name: str) -> bool:
        text = self.text(name, "0").lower()
        if text not in {"0", "1", "true", "false", "yes", "no"}:
            raise ImproperlyConfigured(f"{PREFIX}{name} must be 1 or 0, not {text!r}.")
        return text in {"1", "true", "yes"}
