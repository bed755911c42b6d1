"""Every limit a bot meets, in one table, with the unit in each name."""

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class BoxLimits:
    """What one box may use of the machine, whatever runs in it."""

    memory_mib: int = 256
    """All memory of the box, its files in /tmp and /dev/shm included; there is no swap."""
    pids: int = 64
    """Processes and threads together."""
    cpu_cores: float = 1.0
    """Share of the machine's processors, enforced over periods of 100 ms."""
    tmp_mib: int = 64
    tmp_inodes: int = 4096
    shm_mib: int = 16
    open_files: int = 256
    file_mib: int = 64
    stack_mib: int = 64
    locked_kib: int = 64

    @property
    def memory_bytes(self) -> int:
        return self.memory_mib * MIB


@dataclass(frozen=True, kw_only=True)
class Limits(BoxLimits):
    """What a bot may use in a match: its box and its output. Its time is in each `Deadline`."""

    line_kib: int = 64
    stdout_kib: int = 8 * KIB
    stderr_keep_kib: int = 64
    stderr_kib: int = 1 * KIB


@dataclass(frozen=True, kw_only=True)
class BuildLimits(BoxLimits):
    """What turning an upload into something that runs may use."""

    memory_mib: int = 1024
    pids: int = 128
    tmp_mib: int = 256
    open_files: int = 1024
    cpu_seconds: float = 30.0
    wall_seconds: float = 60.0
    output_mib: int = 64
    log_kib: int = 64


@dataclass(frozen=True, kw_only=True)
class UploadLimits:
    """What an upload may contain."""

    archive_mib: int = 5
    unpacked_mib: int = 20
    files: int = 500
    depth: int = 8
    ratio: int = 100
    """Unpacked bytes for each packed byte; small archives may always reach one MiB."""
