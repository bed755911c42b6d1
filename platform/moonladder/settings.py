"""Django's settings, one module for every way to run: only the environment differs."""

import sys
from datetime import timedelta
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from moonladder.env import ROOT, environment
from moonladder.secret_key import kept_secret_key

ENVIRONMENT = environment()

# Who we are and who may call

DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]", *ENVIRONMENT.allowed_hosts]
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.csrf_origins
ROOT_URLCONF = "moonladder.urls"
WSGI_APPLICATION = "moonladder.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "drf_spectacular",
    "moonladder.accounts",
    "moonladder.api",
    "moonladder.audit",
    "moonladder.bots",
    "moonladder.embedded",
    "moonladder.health",
    "moonladder.ladders",
    "moonladder.players",
    "moonladder.web",
    "matches",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "moonladder.web.security.SecurityHeaders",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "moonladder.web.security.ShortForms",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

# Database: the truth about everything

DATABASE: dict[str, Any] = dict(dj_database_url.parse(ENVIRONMENT.database_url, conn_max_age=600))
IS_SQLITE = DATABASE["ENGINE"] == "django.db.backends.sqlite3"
if IS_SQLITE:
    # IMMEDIATE takes the write lock when a transaction opens, so that two writers wait for each
    # other instead of failing when the second one tries to turn its read lock into a write lock.
    DATABASE["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    DATABASE["CONN_HEALTH_CHECKS"] = True
    DATABASE["OPTIONS"] = {"connect_timeout": 5, **DATABASE.get("OPTIONS", {})}
DATABASES = {"default": DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The signing key: several machines must share one, so only a single machine may make its own

if not ENVIRONMENT.secret_key and not IS_SQLITE:
    raise ImproperlyConfigured(
        "MOONLADDER_SECRET_KEY must be set, to the same value for every process, "
        "because MOONLADDER_DATABASE_URL names a database server."
    )
SECRET_KEY = ENVIRONMENT.secret_key or kept_secret_key(ENVIRONMENT.state_dir)

# Accounts

PASSWORD_HASHERS = ["moonladder.accounts.passwords.RoomForTwo"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"moonladder.accounts.passwords.{name}"}
    for name in ("NotTheName", "LongEnough", "NotCommon", "NotDigitsAlone")
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "account"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "moonladder.accounts.sessions"

# Guessing passwords: ten tries for a name from one address, then a pause. Somebody else's guesses
# never lock a person out at home.

AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=10)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True  # who came from where is nobody's business
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "moonladder.accounts.throttle.client_address"
AXES_LOCKOUT_CALLABLE = "moonladder.web.accounts.locked_out"

# Uploads, private to their owners: never served by address

MEDIA_ROOT = ENVIRONMENT.state_dir / "files"

# Tasks: the broker may lose or repeat a message, so tasks are safe to run twice

CELERY_BROKER_URL = ENVIRONMENT.redis_url
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Seconds. A block that takes longer is delivered twice; whoever comes second finds its matches
    # claimed, and plays those that still wait.
    "visibility_timeout": 900,
    # One Redis list for each of these, the first is emptied first: trial, challenge, ranked, batch.
    "queue_order_strategy": "priority",
    "priority_steps": [0, 3, 6, 9],
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_DB_REUSE_MAX = sys.maxsize  # no new connection for each task: see celery.py
CELERY_WORKER_CONCURRENCY = ENVIRONMENT.workers
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # keeps no file: every interval here is short
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_ENABLE_REMOTE_CONTROL = True  # beat answers pings, so that /healthz can ask it
CELERY_BEAT_REMOTE_CONTROL_MAX_TICK_AGE = 30
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": timedelta(seconds=every), "options": {"expires": every}}
    for name, task, every in (
        ("heartbeat", "moonladder.heartbeat", 15),
        ("look for players", "moonladder.look_for_players", 60),
        ("attend to ladders", "matches.attend_all", 5),
        ("free what lost workers held", "matches.sweep", max(1, ENVIRONMENT.lease_seconds // 4)),
        ("forget old logs and notes", "matches.forget_remarks", 60),
        ("forget old sessions", "accounts.forget_sessions", 3600),
    )
}

# What is dear to make and may be lost at any time

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": ENVIRONMENT.cache_url,
        "KEY_PREFIX": "moonladder",
        # Nobody waits for a cache: what it does not say at once is done without.
        "OPTIONS": {
            "socket_connect_timeout": 1,
            "socket_timeout": 1,
            "retry": Retry(NoBackoff(), 0),
        },
    },
    # Parts of pages, made anew by each process: they are named after what they show.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# Matches

SANDBOX = ENVIRONMENT.sandbox
IS_FOR_THIS_MACHINE = ENVIRONMENT.is_for_this_machine
LEASE_SECONDS = ENVIRONMENT.lease_seconds
UPLOAD_MIB = ENVIRONMENT.upload_mib
UPLOADS_PER_DAY = ENVIRONMENT.uploads_per_day
UPLOADS_WAITING = ENVIRONMENT.uploads_waiting
CHALLENGES_PER_DAY = ENVIRONMENT.challenges_per_day
SWAP_BLOCKS_PER_DAY = ENVIRONMENT.swap_blocks_per_day
REPRODUCTIONS_PER_DAY = ENVIRONMENT.reproductions_per_day
RECHECK_PERCENT = ENVIRONMENT.recheck_percent
KEEP_LOGS_DAYS = ENVIRONMENT.keep_logs_days

# The API: the same for programs and for browsers that are logged in

API_USER_PER_MINUTE = ENVIRONMENT.api_user_per_minute
API_ADDRESS_PER_MINUTE = ENVIRONMENT.api_address_per_minute
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "moonladder.api.authentication.BearerAuthentication",
        "moonladder.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["moonladder.api.permissions.ScopeAllows"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "moonladder.api.schema.Described",
    "EXCEPTION_HANDLER": "moonladder.api.problems.problem_response",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Moonladder",
    "DESCRIPTION": "Everything the pages show and do, for programs.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "moonladder.api.schema.complete",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "MatchStatus": "matches.models.MatchStatus",
        "VersionStatus": "moonladder.bots.models.VersionStatus",
        "MatchKind": "moonladder.ladders.models.BlockKind",
    },
}

# Pages

SOURCE = ROOT  # documents and the rules of games are shown from where they are written
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "moonladder.web.frame.frame",
            ]
        },
    }
]
STATIC_URL = "static/"
STATIC_ROOT = ENVIRONMENT.static_dir
STATICFILES_DIRS = [ROOT / "viewer" / "static"]  # the replay viewer's, which knows no Django
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        # What authors upload is theirs. Static files are for whoever serves them.
        "OPTIONS": {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700},
    },
    "staticfiles": {"BACKEND": "moonladder.web.static_files.HashedFiles"},
}
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"

# Behind a TLS proxy

BEHIND_PROXY = ENVIRONMENT.https
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if ENVIRONMENT.https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # asked from inside, without the proxy
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

# Logs: one line each, to stderr, for whoever keeps them

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s[%(process)d] %(message)s"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": ENVIRONMENT.log_level},
}
