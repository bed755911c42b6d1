"""The command against a site that runs: from an account to a ranked match, its record, a rerun.

The commands are those of the pages on writing a bot and on the API, typed as they stand there, with
the kit installed as its readers have it.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.docs.following import run
from tests.docs.test_writing_a_bot import LADDER, follow
from tests.platform.embedded.site import site
from tests.services.processes import wait_until

NAME, PASSWORD = "ada", "seven moons over the ladder"
API = (Path(__file__).parents[3] / "docs" / "7-api.md").read_text(encoding="utf-8")
CRASHES = "import sys\nprint('no idea \\33[2J', file=sys.stderr)\nsys.exit(3)\n"


class Author(NamedTuple):
    """Somebody with an account at a site, the kit and a folder to work in."""

    address: str
    folder: Path
    programs: Path
    token: str

    def type(self, words: str) -> str:
        """What a command prints that succeeds."""
        return run(f"{self.setting()}moonladder {words}", self.folder, self.programs)

    def setting(self) -> str:
        """Where their logins are kept."""
        return f"export XDG_CONFIG_HOME={self.folder}/config\n"

    def fails(self, words: str) -> subprocess.CompletedProcess[str]:
        """A command that does not succeed."""
        command = [f"{self.programs}/moonladder", *words.split()]
        environment = {"PATH": "/usr/bin:/bin", "XDG_CONFIG_HOME": f"{self.folder}/config"}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def asks(self, words: str) -> Any:
        """What a command tells a script."""
        return json.loads(self.type(f"{words} --json"))


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory, kit_programs: Path) -> Iterator[Author]:
    folder = tmp_path_factory.mktemp("author")
    with site(tmp_path_factory.mktemp("site") / "state", (), "--demo") as running:
        address = f"http://127.0.0.1:{running.port}"
        author = Author(address, folder, kit_programs, sign_up(address))
        (folder / "token.txt").write_text(f"{author.token}\n")
        author.type("new shamanix mybot")
        yield author


def sign_up(address: str) -> str:
    """Make an account as a browser would, and a token for the command."""
    with httpx.Client(base_url=address, timeout=60) as browser:
        form = {"name": NAME, "password": PASSWORD, "again": PASSWORD}
        browser.get("/signup/")
        signed = browser.post("/signup/", data=form | csrf(browser))
        assert signed.status_code == 302, signed.text
        said = {"name": "kit", "scopes": ["read", "submit"]}
        headers = {"X-CSRFToken": csrf(browser)["csrfmiddlewaretoken"]}
        made = browser.post("/api/v1/account/tokens/", json=said, headers=headers)
        assert made.status_code == 201, made.text
        return str(made.json()["secret"])


def csrf(browser: httpx.Client) -> dict[str, str]:
    return {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}


def test_the_page_leads_from_a_login_to_a_rerun(author: Author) -> None:
    """Each part of the page that needs a site, in its order."""
    enter, look, examine, challenge = LADDER.split("```sh\n")[1:]
    follow_at(author, enter)
    follow_at(author, look)
    played = first_ranked(author)
    (seat,) = [seat["seat"] for seat in played["seats"] if seat["bot"]["owner"] == NAME]
    follow_at(author, examine, match=played["number"], seat=seat)
    follow_at(author, challenge)
    (asked,) = author.asks("matches --bot mybot --kind challenge")["results"]
    assert [seat["bot"]["name"] for seat in asked["seats"]] == ["mybot", "shamanix-greedy"]


def follow_at(author: Author, part: str, match: int = 17, seat: int = 0) -> None:
    """Follow a part of the page, at this site and for the match that was really played."""
    part = f"```sh\n{author.setting()}{part}"
    part = part.replace("http://127.0.0.1:8000\n", f"{author.address} < token.txt\n")
    part = re.sub(r"\bshamanix([/-])17\b", rf"shamanix\g<1>{match}", part)
    part = part.replace("--seat 0", f"--seat {seat}").replace("plays seat 0", f"plays seat {seat}")
    follow(part, author.folder, author.programs)


def test_every_example_of_the_page_on_the_api_does_what_it_says(author: Author) -> None:
    before, after = API.split("\n## 3. ")
    follow_api(author, before)
    played = first_ranked(author, "lunatic")
    (seat,) = [seat["seat"] for seat in played["seats"] if seat["bot"]["owner"] == NAME]
    after = after.replace("shamanix/17", f"shamanix/{played['number']}")
    follow_api(author, after.replace("?seat=0", f"?seat={seat}"))


def follow_api(author: Author, part: str) -> None:
    """Follow a part of the page in one terminal after another, each with what the first set."""
    set_there = f"export SITE={author.address} TOKEN={author.token}\n"
    set_there += 'export AUTH="Authorization: Bearer $TOKEN"\n'
    part = re.sub("^export .*\n", "", part, flags=re.MULTILINE)
    folder = author.folder / "api"
    folder.mkdir(exist_ok=True)
    follow(part.replace("```sh\n", f"```sh\n{set_there}"), folder, author.programs)


def first_ranked(author: Author, bot: str = "mybot") -> Any:
    """A ranked match of the bot that was just accepted."""
    question = f"matches --bot {NAME}/{bot} --kind ranked --status finished --limit 1"
    wait_until(lambda: bool(author.asks(question)["results"]), what="a ranked match")
    (match,) = author.asks(question)["results"]
    return match


def test_a_bot_that_cannot_play_is_rejected_with_its_log(author: Author) -> None:
    log_in(author)
    (author.folder / "crashes.py").write_text(CRASHES)
    done = author.fails("submit crashes.py --ladder shamanix --wait")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FAIL tried" in done.stdout
    assert "no idea \\x1b[2J" in done.stdout
    assert "\33" not in done.stdout


def test_a_ladder_that_is_not_there_is_named(author: Author) -> None:
    log_in(author)
    done = author.fails("submit mybot --ladder go")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("moonladder: There is no ladder 'go'")


def test_whoever_is_not_logged_in_may_look_and_nothing_else(author: Author) -> None:
    stranger = author._replace(folder=author.folder / "mybot")
    where = f"--site {author.address}"
    assert "house/shamanix-" in stranger.type(f"standings shamanix {where}")
    done = stranger.fails(f"submit bot.py --ladder shamanix {where}")
    assert done.returncode == 2
    assert f"you are nobody at {author.address}" in done.stderr


def test_a_wrong_token_is_not_kept(author: Author) -> None:
    other = author._replace(folder=author.folder / "other")
    other.folder.mkdir()
    command = f"echo ml_wrong | moonladder login {author.address} 2>&1 || true"
    said = run(f"{other.setting()}{command}", other.folder, other.programs)
    assert "This token is unknown, revoked or over" in said
    assert not (other.folder / "config").exists()


def log_in(author: Author) -> None:
    said = author.type(f"login {author.address} < token.txt")
    assert said == f"You are {NAME} at {author.address}.\n"
