"""The results of a duel in a file: one line for each match, so that a duel can be continued.

The first line says what is played. If the machine stopped while a line was written, that line is
the last one and is cut off: its match is played again.
"""

from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Literal, Self

import msgspec
from msgspec import Struct

from kit.duel import Result, Terms


class WrongLedger(ValueError):
    """The file cannot be continued; the sentence says why."""


class Heading(Struct, frozen=True, kw_only=True):
    """The first line."""

    format: Literal["moonladder duel"] = "moonladder duel"
    version: Literal[1] = 1
    terms: Terms


class Ledger:
    """Results kept in a file as they come; without a path they are kept nowhere."""

    def __init__(self, path: Path | None, terms: Terms) -> None:
        self._path, self._terms = path, terms
        self._file: BinaryIO | None = None
        self.results: list[Result] = []
        """What was in the file when it was opened."""

    def __enter__(self) -> Self:
        if self._path is not None:
            self._file = self._path.open("a+b")
            try:
                self._continue(self._file, self._path)
            except BaseException:
                self._file.close()
                raise
        return self

    def _continue(self, file: BinaryIO, path: Path) -> None:
        """Take up what is there, cut off a line that was not finished, or begin."""
        file.seek(0)
        heading, *lines = file.read().split(b"\n")
        if not heading and not lines:
            self._write(Heading(terms=self._terms))
            return
        _check(heading, self._terms, path)
        self.results = [_result(line, path) for line in lines[:-1]]
        file.truncate(file.tell() - len(lines[-1]))

    def add(self, result: Result) -> None:
        self._write(result)

    def _write(self, line: Struct) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()


def _check(line: bytes, terms: Terms, path: Path) -> None:
    try:
        there = msgspec.json.decode(line, type=Heading).terms
    except msgspec.DecodeError:
        raise WrongLedger(f"{path} has no results of a duel in it: choose another file") from None
    for name in Terms.__struct_fields__:
        old, new = getattr(there, name), getattr(terms, name)
        if old != new:
            changed = f"{name}: {old}, now {new}"
            raise WrongLedger(f"{path} is of another duel ({changed}): choose another file")


def _result(line: bytes, path: Path) -> Result:
    try:
        return msgspec.json.decode(line, type=Result)
    except msgspec.DecodeError as error:
        raise WrongLedger(f"{path} is damaged ({error}): choose another file") from None
