"""The languages bots are written in: one entry each, nothing else to add for a new one.

Words of a command may hold `{tool}` (its path, as a backend found it), `{main}` (the main file or
class) and `{heap_mib}` (what a garbage collector may fill of the box's memory); `{sources}` becomes
all source files. Uploads are in /bot; builds write to /build.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from sandbox.archive import Archive, File, refuse
from sandbox.box import Backend
from sandbox.faults import Unavailable
from sandbox.limits import BoxLimits

HEAP_SHARE = 0.6
"""Of a box's memory: the rest is for code, stacks and whatever else a runtime keeps."""
ECHO = Path(__file__).with_name("echo")


@dataclass(frozen=True, kw_only=True)
class Runtime:
    """One language: how it is recognised, built and run."""

    name: str
    title: str
    suffix: str
    mains: tuple[str, ...]
    """Names of the file a bot begins in; a lone source file may have any name."""
    tools: tuple[str, ...]
    run: tuple[str, ...]
    build: tuple[str, ...]
    compiles: bool = True
    """Whether the build leaves something to run in /build; if not it only checks the sources."""
    built_suffix: str = ""
    """Suffix of what the build leaves to run, if a name is needed for it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    memory_mib: int = 256
    """What an ordinary bot needs; ladders may give more."""
    packages: str = ""
    """Debian's packages that bring the tools."""

    def echo(self) -> Archive:
        """A small honest bot that answers every line with itself: the runtime's self-test."""
        name = self.mains[0]
        return Archive.of([File(name, (ECHO / name).read_bytes())])

    def missing_from(self, backend: Backend) -> list[str]:
        return [tool for tool in self.tools if backend.find(tool) is None]

    def build_command(self, files: Archive, backend: Backend) -> tuple[str, ...]:
        main = self._main(files, self.suffix)
        sources = [f"/bot/{path}" for path in files.paths if path.endswith(self.suffix)]
        words = self._filled(self.build, backend, main=main)
        return tuple(word for w in words for word in (sources if w == "{sources}" else [w]))

    def run_command(self, files: Archive, backend: Backend, limits: BoxLimits) -> tuple[str, ...]:
        """The command for what a build gave back."""
        suffix = self.built_suffix if self.compiles else self.suffix
        main = self._main(files, suffix) if suffix else "bot"
        heap_mib = int(limits.memory_mib * HEAP_SHARE)
        return tuple(self._filled(self.run, backend, main=main, heap_mib=heap_mib))

    def _main(self, files: Archive, suffix: str) -> str:
        """The main file, or for a suffix of compiled files its name without that."""
        names = [PurePosixPath(name).with_suffix(suffix).name for name in self.mains]
        there = [path for path in files.paths if path.endswith(suffix) and "/" not in path]
        found = [name for name in names if name in there] or (there if len(there) == 1 else [])
        if not found:
            refuse("no_main", f"there is no {' or '.join(names)} to begin with")
        return found[0] if suffix == self.suffix else found[0].removesuffix(suffix)

    def _filled(self, words: tuple[str, ...], backend: Backend, **values: object) -> Iterator[str]:
        tools = {tool: backend.find(tool) for tool in self.tools}
        if missing := [tool for tool, path in tools.items() if path is None]:
            raise Unavailable(f"{self.title} needs {', '.join(missing)}: {backend.name} has none")
        for word in words:
            yield word if word == "{sources}" else word.format(**tools, **values)


PYTHON = Runtime(
    name="python",
    title="Python",
    suffix=".py",
    mains=("bot.py", "main.py"),
    tools=("python3",),
    build=(
        "{python3}",
        "-E",
        "-s",
        "-B",
        "-c",
        "import sys; [compile(open(p, 'rb').read(), p, 'exec') for p in sys.argv[1:]]",
        "{sources}",
    ),
    run=("{python3}", "-E", "-s", "-B", "/bot/{main}"),
    compiles=False,
    packages="python3",
)
JAVASCRIPT = Runtime(
    name="javascript",
    title="JavaScript (Node)",
    suffix=".js",
    mains=("bot.js", "main.js", "index.js"),
    tools=("node",),
    build=("{node}", "--check", "/bot/{main}"),
    run=("{node}", "--max-old-space-size={heap_mib}", "/bot/{main}"),
    compiles=False,
    packages="nodejs",
)
C = Runtime(
    name="c",
    title="C",
    suffix=".c",
    mains=("bot.c", "main.c"),
    tools=("gcc",),
    build=("{gcc}", "-O2", "-std=gnu17", "-pthread", "-o", "/build/bot", "{sources}", "-lm"),
    run=("/bot/bot",),
    packages="gcc libc6-dev",
)
CPP = Runtime(
    name="cpp",
    title="C++",
    suffix=".cpp",
    mains=("bot.cpp", "main.cpp"),
    tools=("g++",),
    build=("{g++}", "-O2", "-std=gnu++20", "-pthread", "-o", "/build/bot", "{sources}"),
    run=("/bot/bot",),
    packages="g++",
)
RUST = Runtime(
    name="rust",
    title="Rust",
    suffix=".rs",
    mains=("bot.rs", "main.rs"),
    tools=("rustc", "gcc"),
    build=("{rustc}", "-O", "--edition=2021", "-o", "/build/bot", "/bot/{main}"),
    run=("/bot/bot",),
    packages="rustc gcc",
)
JAVA = Runtime(
    name="java",
    title="Java",
    suffix=".java",
    mains=("Bot.java", "Main.java"),
    tools=("java", "javac"),
    build=("{javac}", "-J-XX:-UsePerfData", "-encoding", "UTF-8", "-d", "/build", "{sources}"),
    run=(
        "{java}", "-Xmx{heap_mib}m", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1",
        "-XX:-UsePerfData", "-Xshare:auto", "-cp", "/bot", "{main}",
    ),
    built_suffix=".class",
    memory_mib=512,
    packages="openjdk-17-jdk-headless",
)  # fmt: skip
GO = Runtime(
    name="go",
    title="Go",
    suffix=".go",
    mains=("bot.go", "main.go"),
    tools=("go",),
    build=("{go}", "build", "-o", "/build/bot", "{sources}"),
    run=("/bot/bot",),
    environment={
        "GOCACHE": "/tmp/go",
        "GOPATH": "/tmp/go",
        "GO111MODULE": "off",
        "CGO_ENABLED": "0",
    },
    packages="golang-go",
)

RUNTIMES = {r.name: r for r in (PYTHON, JAVASCRIPT, C, CPP, RUST, JAVA, GO)}


def named(name: str) -> Runtime:
    if name not in RUNTIMES:
        raise Unavailable(f"there is no runtime {name!r}; the runtimes are: {', '.join(RUNTIMES)}")
    return RUNTIMES[name]


def recognise(files: Archive) -> Runtime:
    """The language of an upload, by the main file it has."""
    for runtime in RUNTIMES.values():
        if any(main in files.paths for main in runtime.mains):
            return runtime
    suffixes = {PurePosixPath(path).suffix for path in files.paths if "/" not in path}
    found = [runtime for runtime in RUNTIMES.values() if runtime.suffix in suffixes]
    if len(found) != 1:
        mains = ", ".join(runtime.mains[0] for runtime in RUNTIMES.values())
        refuse("no_main", f"the upload has no main file; name it one of: {mains}")
    return found[0]
