"""What a browser calls itself, in words its owner recognises."""

PROGRAMS = (
    ("Firefox/", "Firefox"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""In this order: nearly all of them pretend to be those further down."""

SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)


def browser_name(agent: str) -> str:
    """Name the browser behind a User-Agent header: `Firefox on Linux`."""
    program = _first(PROGRAMS, agent) or agent.partition("/")[0].strip()[:30] or "A browser"
    system = _first(SYSTEMS, agent)
    return f"{program} on {system}" if system else program


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str | None:
    return next((name for mark, name in names if mark in agent), None)
