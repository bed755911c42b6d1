"""`doctor`: what the sandbox finds out about this machine, and what it comes to."""

import json

import pytest

import sandbox
from kit.command import doctor
from kit.command.main import main
from sandbox.box import Finding
from sandbox.check import Report, examine_all

Printed = pytest.CaptureFixture[str]


def examined(monkeypatch: pytest.MonkeyPatch, *findings: Finding) -> int:
    """Ask the doctor on a machine where this was found."""
    monkeypatch.setattr(doctor, "examine_all", lambda: [Report("bwrap", findings)])
    return main(["doctor"])


def test_the_doctor_says_what_the_sandbox_says_of_this_machine(capsys: Printed) -> None:
    reports = examine_all()
    protected = any(report.protected for report in reports)
    assert main(["doctor", "--json"]) == (0 if protected else 1)
    backends = json.loads(capsys.readouterr().out)["backends"]
    assert [one["name"] for one in backends] == [report.backend for report in reports]
    assert [one["protected"] for one in backends] == [report.protected for report in reports]
    names = {finding["name"] for one in backends if one["usable"] for finding in one["findings"]}
    if names:
        assert names >= {runtime.title for runtime in sandbox.RUNTIMES.values()}


def test_a_machine_with_everything_is_fit(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    found = Finding("must", "bubblewrap", True, "bubblewrap 0.8.0")
    rust = Finding("nice", "Rust", False, "no rustc", "apt-get install rustc")
    assert examined(monkeypatch, found, rust) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "bwrap: full protection"
    assert "languages in bwrap" in lines
    assert "-> apt-get install rustc" in lines
    assert lines[-1] == "Bots run in boxes made by bwrap."


def test_gaps_are_named_with_what_closes_them(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    gap = Finding("should", "control groups", False, "not writable", "run as root")
    assert examined(monkeypatch, gap) == 1
    printed = capsys.readouterr().out
    assert "bwrap: usable, with gaps" in printed
    assert "-> run as root" in printed
    assert "with the gaps above" in printed


def test_a_machine_without_boxes_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    assert examined(monkeypatch, Finding("must", "bubblewrap", False, "not installed")) == 1
    flowing = " ".join(capsys.readouterr().out.split())
    assert "bwrap: not usable" in flowing
    assert "play only your own" in flowing
    assert "Install bubblewrap or Docker" in flowing
