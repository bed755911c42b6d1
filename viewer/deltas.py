"""What changed from one scene to the next, so that a replay says everything only once."""

from collections.abc import Iterator

from engine.kernel import Json

Path = tuple[str | int, ...]


def changes(old: Json, new: Json, path: Path = ()) -> Iterator[list[Json]]:
    """The [path, value] pairs that make the new scene of the old one."""
    if old == new:
        return
    steps = _steps(old, new)
    if steps is None:
        yield [list(path), new]
        return
    for step in steps:
        yield from changes(old[step], new[step], (*path, step))


def _steps(old: Json, new: Json) -> list[str | int] | None:
    """The ways down into two values of the same shape; None when they are better told whole."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return list(new)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return list(range(len(new)))
    return None
