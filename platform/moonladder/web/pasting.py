"""How an operation of the API is asked for, ready to be pasted: with curl and in Python."""

import json
import shlex
from dataclasses import dataclass
from typing import Any

FILE, LADDER = "mybot.py", "shamans"
"""What is uploaded in examples, and where it is entered."""


@dataclass(frozen=True)
class Asked:
    """An operation with values of an example."""

    method: str
    address: str
    with_token: bool
    with_file: bool
    body: Any
    """What is sent as JSON; None where nothing is."""

    def curl(self) -> str:
        """A line for a shell in which TOKEN is set."""
        words = ["curl", "--fail-with-body", "-sS"]
        if self.method != "get":
            words += ["-X", self.method.upper()]
        if self.with_token:
            words += ["-H", '"Authorization: Bearer $TOKEN"']
        if self.with_file:
            words += ["-F", f"file=@{FILE}", "-F", f"ladder={LADDER}"]
        if self.body is not None:
            words += ["--json", shlex.quote(json.dumps(self.body, ensure_ascii=False))]
        return " ".join([*words, shlex.quote(self.address)])

    def python(self) -> str:
        """Lines for Python with httpx, which the `moonladder` command brings along."""
        lines = ["import os", "", "import httpx", ""] if self.with_token else ["import httpx", ""]
        if self.with_file:
            lines[1:1] = ["from pathlib import Path"]
        given = [f'    "{self.address}",']
        if self.with_token:
            lines.append('token = os.environ["TOKEN"]')
            given.append('    headers={"Authorization": f"Bearer {token}"},')
        if self.with_file:
            given.append(f'    files={{"file": ("{FILE}", Path("{FILE}").read_bytes())}},')
            given.append(f'    data={{"ladder": "{LADDER}"}},')
        if self.body is not None:
            given.append(f"    json={self.body!r},")
        call = [f"answer = httpx.{self.method}(", *given, ")"]
        return "\n".join([*lines, *call, "print(answer.raise_for_status().text)"])
