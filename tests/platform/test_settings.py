"""How the environment becomes settings, seen from a fresh process."""

import json
import stat
from pathlib import Path

from tests.services.processes import manage

SHOW = "import json; from django.conf import settings; print(json.dumps({}))"


def setting(expression: str, **variables: object) -> object:
    """Return what a site with these variables makes of an expression."""
    result = manage("shell", "--no-imports", "-c", SHOW.format(expression), **variables)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_a_single_machine_makes_its_key_once_and_keeps_it_to_itself(tmp_path: Path) -> None:
    variables = {"state_dir": tmp_path / "state", "secret_key": ""}
    keys = {str(setting("settings.SECRET_KEY", **variables)) for _ in range(2)}
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert stat.S_IMODE((tmp_path / "state/secret_key").stat().st_mode) == 0o600


def test_a_database_server_asks_for_a_key_that_all_processes_share(tmp_path: Path) -> None:
    result = manage("check", state_dir=tmp_path, database_url="postgres://db/x", secret_key="")
    assert result.returncode == 1
    assert result.stderr.startswith("MOONLADDER_SECRET_KEY must be set")
    assert len(result.stderr.splitlines()) == 1


def test_a_wrong_variable_is_answered_with_one_sentence(tmp_path: Path) -> None:
    result = manage("check", state_dir=tmp_path, port="eighty")
    assert result.returncode == 1
    assert result.stderr == "MOONLADDER_PORT must be a number from 1 to 65535, not 'eighty'.\n"


def test_sqlite_is_set_up_for_several_writers(tmp_path: Path) -> None:
    options = setting("settings.DATABASES['default']['OPTIONS']", state_dir=tmp_path)
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]


def test_uploads_are_private_and_static_files_are_not(tmp_path: Path) -> None:
    """Where the image is made and where it serves, static files belong to different users."""
    code = (
        "from django.core.files.base import ContentFile as F;"
        "from django.core.files.storage import storages as s;"
        "s['default'].save('a/b', F(b'')); s['staticfiles'].save('a/b', F(b''))"
    )
    result = manage("shell", "--no-imports", "-c", code, state_dir=tmp_path)
    assert result.returncode == 0, result.stderr
    modes = [stat.S_IMODE((tmp_path / path).stat().st_mode) for path in ("files/a", "static/a")]
    assert modes[0] == 0o700
    assert modes[1] & 0o055 == 0o055
