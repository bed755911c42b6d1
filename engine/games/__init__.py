"""The games there are. Adding one is a folder here and its name in this list."""

NAMES: tuple[str, ...] = ("shamans", "shadow_hunters", "shamanix")
