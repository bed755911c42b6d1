"""What this machine can isolate: every protection by name, what is missing, and how to get it.

Used by `python -m sandbox`, by workers before they take work, and by whoever asks a doctor. Nothing
is taken on trust: a box is made, and the self-test tries its doors from inside.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sandbox import backends, probe
from sandbox.box import Backend, Finding
from sandbox.faults import SandboxError, Unavailable
from sandbox.runtimes import RUNTIMES
from sandbox.seccomp import this_machine


@dataclass(frozen=True)
class Report:
    """What one backend offers on this machine."""

    backend: str
    findings: tuple[Finding, ...]

    @property
    def usable(self) -> bool:
        """Whether bots can be run at all."""
        return all(finding.ok for finding in self.findings if finding.need == "must")

    @property
    def protected(self) -> bool:
        """Whether everything promised about a box holds here."""
        return all(finding.ok for finding in self.findings if finding.need != "nice")

    @property
    def missing(self) -> list[str]:
        """What fails a promise, each as a sentence with what to do."""
        lacking = [f for f in self.findings if not f.ok and f.need != "nice"]
        return [str(finding).split(maxsplit=1)[1] for finding in lacking]

    @property
    def languages(self) -> list[str]:
        """What bots may be written in here, as people call it."""
        titles = {runtime.title for runtime in RUNTIMES.values()}
        return [f.name for f in self.findings if f.ok and f.name in titles]

    def __str__(self) -> str:
        state = "full protection" if self.protected else "degraded" if self.usable else "not usable"
        return "\n".join([f"{self.backend}: {state}", *map(str, self.findings)])


def examine(name: str) -> Report:
    """Everything there is to say about one backend here."""
    try:
        backend = backends.get(name)
    except SandboxError as error:
        return Report(name, (Finding("must", name, False, str(error)),))
    return report_on(backend)


def report_on(backend: Backend) -> Report:
    """Everything there is to say about a backend that is ready for use."""
    findings = [*backend.findings(), *_self_test(backend), *_runtimes(backend)]
    return Report(backend.name, tuple(findings))


def examine_all() -> list[Report]:
    """The reports on all isolating backends, in order of preference."""
    return [examine(name) for name in backends.ISOLATING]


def require(name: str | None = None) -> Report:
    """The report on that backend, or the best there is; raises `Unavailable` if a promise fails.

    Workers call this before they take their first match.
    """
    reports = [examine(name)] if name else examine_all()
    for report in reports:
        if report.protected:
            return report
    sentences = [str(f) for r in reports for f in r.findings if not f.ok and f.need != "nice"]
    raise Unavailable("bots cannot be isolated on this machine:\n" + "\n".join(sentences))


def _self_test(backend: Backend) -> Iterator[Finding]:
    try:
        differences = probe.differences(backend)
    except SandboxError as error:
        yield Finding("must", "self-test", False, str(error))
        return
    tried = len(probe.expectations(this_machine()))
    yield Finding("must", "self-test", not differences, f"{tried} doors tried from inside")
    for difference in differences:
        yield Finding("must", "door", False, difference)


def _runtimes(backend: Backend) -> Iterator[Finding]:
    for runtime in RUNTIMES.values():
        missing = runtime.missing_from(backend)
        where = " in the image" if backend.name == "docker" else ""
        remedy = f"apt-get install {runtime.packages}{where}"
        found = f"no {', '.join(missing)}" if missing else "found"
        yield Finding("nice", runtime.title, not missing, found, remedy)
