"""The contract as JSON Schema: made from the message types, kept in `schema/v1/`."""

import json
from pathlib import Path

import msgspec

from engine.kernel import Json
from engine.protocol.messages import MESSAGES, PROTOCOL

FOLDER = Path(__file__).parent / "schema" / f"v{PROTOCOL}"


def schema(name: str) -> Json:
    """The JSON Schema of one message."""
    made = msgspec.json.schema(MESSAGES[name])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{name}, protocol version {PROTOCOL}",
        **made,
    }


def text(name: str) -> str:
    """The schema of one message as its file holds it."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"


def write() -> list[Path]:
    """Write the schema files anew; give their paths."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    paths = []
    for name in MESSAGES:
        path = FOLDER / f"{name}.json"
        path.write_text(text(name), encoding="utf-8")
        paths.append(path)
    return paths
