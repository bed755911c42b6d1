"""Moonladder's settings for the test suite, in a state folder of its own."""

import atexit
import os
import shutil
import tempfile

STATE = tempfile.mkdtemp(prefix="moonladder-tests-")
atexit.register(shutil.rmtree, STATE, ignore_errors=True)

KEPT = "MOONLADDER_DATABASE_URL"  # `python -m tests.services.postgres` runs the suite on PostgreSQL
for name in [name for name in os.environ if name.startswith("MOONLADDER_") and name != KEPT]:
    del os.environ[name]
os.environ["MOONLADDER_STATE_DIR"] = STATE
os.environ["MOONLADDER_SECRET_KEY"] = "only-for-tests"

from moonladder.settings import *  # noqa: E402, F403
from moonladder.settings import CACHES, DATABASE, IS_SQLITE, STATIC_ROOT, STORAGES  # noqa: E402

if IS_SQLITE:
    # A file, as in production: the default in-memory database has other locks.
    DATABASE["TEST"] = {"NAME": f"{STATE}/test.sqlite3"}

# Bots under test run as plain processes, except where the box itself is what is tested.
SANDBOX = "process"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Where no broker was asked for, each process keeps for itself what is dear to make.
CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}

# Pages find their static files where they were written, without collecting them first.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT.mkdir()

# Nothing is played a second time by chance, except where that is what is tested.
RECHECK_PERCENT = 0

# All tests come from one address, and the tests of the limits set their own.
API_USER_PER_MINUTE = API_ADDRESS_PER_MINUTE = 1_000_000
