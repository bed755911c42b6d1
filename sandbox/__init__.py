"""One untrusted bot in one box: started, spoken to, measured, and gone without a trace.

>>> import sandbox
>>> files = sandbox.read_upload("bot.py", b"print(input()[::-1], flush=True)")
>>> with sandbox.open(files, "python") as channel:
...     channel.send(b"stressed\\n")
...     channel.receive(sandbox.Deadline(charged=5, wall=10)).line
b'desserts'

Theory of operation. With bubblewrap these processes exist, for each worker process W and each box:

    W           holds the channels. Never forks, never blocks but in `receive`.
    keeper      one child of W, small, single-threaded (keeper.py). Parent of every box.
    bwrap       child of the keeper: the monitor outside the box. Exits as the bot did.
    bwrap       PID 1 of the box. When it dies the kernel kills everything in the box.
    bot         PID 2, in /bot, as a user nobody else is, behind our system call filter. Until
                W says what to run it is a shell that waits for that one line.

    W ── stdin, stdout, stderr: one pipe each, straight to the bot; nobody copies bytes
    W ── life line (socket pair) ── keeper, bwrap: how the box ended; cut it and the box dies
    W ── control (socket pair) ── keeper: requests; its end means W is gone, and all boxes with it
    W ── files of the box's control group: freeze, thaw, kill, CPU time, pressure

Making a box takes longer than starting most bots, so each box that is closed leaves another one
made and waiting (spares.py); `open` then only puts the bot's files where it sees them and says
what to run. No box ever serves two bots.

If W is killed the keeper sees its control socket close and kills all boxes; if the keeper is killed
too, the kernel kills bwrap (`--die-with-parent`). What is left then, an empty control group and a
folder, is removed by whoever uses the slot next. With plain processes, for trusted code only, bwrap
is left out (process.py).

With Docker a box is a container that the engine makes at our request (docker.py, container.py):

    W           as above, and one or two threads that make and remove containers (background.py).
    warden      one child of W, asleep until W is dead: then it removes W's containers.
    gate        PID 1 of the container (images/gate.c). Waits for W to say what to run, and reports
                how that ended. When W lets go of it, it ends, and the kernel kills all the rest.
    bot         child of the gate, in /bot, as a user nobody else is, behind the same filter.

    W ── stdin, stdout, stderr: one pipe each, handed to the gate, straight to the bot
    W ── control (a socket in the slot's folder, gone before there is a bot) ── gate
    W ── files of the container's control groups, as above
    W ── the engine's API: create, start, remove; nothing that an answer waits for

Where W and the engine are not on one machine the engine's attach stream stands for pipes and
control, and there are no control groups: slower, not frozen, timed by the wall (gates.py). If W is
killed, the gate sees its control close; but a frozen gate sees nothing, so there is the warden; if
that is killed too, the next worker finds containers of slots that nobody holds, and removes them.

What a bot does wrong is a `BotFault`: a result. What this package or the machine does wrong is a
`SandboxError`: a reason to try again. Nothing here knows what a line means.
"""

from sandbox.archive import Archive, File, read_folder, read_upload
from sandbox.backends import ISOLATING
from sandbox.backends import default as default_backend
from sandbox.backends import get as backend
from sandbox.box import Backend, Box, Facts, Job, Stats
from sandbox.build import BuildFailed, Built
from sandbox.build import build as _build
from sandbox.channel import Channel, Reply, Usage, printable
from sandbox.clock import Deadline, Spent
from sandbox.faults import BotFault, Exit, SandboxError, Unavailable, UploadRefused
from sandbox.limits import BuildLimits, Limits, UploadLimits
from sandbox.runtimes import RUNTIMES, Runtime, recognise
from sandbox.runtimes import named as runtime

__all__ = [
    "ISOLATING",
    "RUNTIMES",
    "Archive",
    "Backend",
    "BotFault",
    "Box",
    "BuildFailed",
    "BuildLimits",
    "Built",
    "Channel",
    "Deadline",
    "Exit",
    "Facts",
    "File",
    "Job",
    "Limits",
    "Reply",
    "Runtime",
    "SandboxError",
    "Spent",
    "Stats",
    "Unavailable",
    "UploadLimits",
    "UploadRefused",
    "Usage",
    "backend",
    "build",
    "default_backend",
    "open",
    "printable",
    "read_folder",
    "read_upload",
    "recognise",
    "runtime",
]


def build(
    archive: Archive,
    language: str | Runtime,
    limits: BuildLimits | None = None,
    *,
    backend: Backend | None = None,
) -> Built:
    """What an upload becomes, built in a box; `open` runs the files of the result."""
    return _build(archive, _runtime(language), backend or default_backend(), limits)


def open(
    archive: Archive,
    language: str | Runtime,
    limits: Limits | None = None,
    *,
    backend: Backend | None = None,
) -> Channel:
    """Start a bot in a box of its own, from the files its build left."""
    chosen, backend = _runtime(language), backend or default_backend()
    limits = limits or Limits(memory_mib=chosen.memory_mib)
    job = Job(
        files=archive,
        command=chosen.run_command(archive, backend, limits),
        limits=limits,
        environment=chosen.environment,
    )
    return Channel(backend.start(job), limits)


def _runtime(language: str | Runtime) -> Runtime:
    return language if isinstance(language, Runtime) else runtime(language)
