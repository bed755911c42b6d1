"""`moonladder submit`: upload a bot, and watch it being accepted."""

import argparse
import io
from pathlib import Path

import rich.progress
from rich.text import Text

import sandbox
from kit.command.arguments import add_json
from kit.command.online.shared import add_site, ladder_path, open_site, own_name
from kit.command.subcommand import Exit, Refused, Subcommand, aside, print_json, screen
from kit.online.site import Answer, Site, SiteRefuses
from kit.story import harmless

NOT_FOUND = 404
WAITING = ("received", "unpacked", "built")
"""What a version is while it is on its way."""
ENDS = {"ready": Exit.YES, "rejected": Exit.NO, "failed": Exit.MACHINE}
"""What the ends of the way are for a script."""
MARKS = {"passed": ("ok", "green"), "rejected": ("FAIL", "bold red"), "failed": ("!", "bold red")}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", type=Path, metavar="BOT", help="a file, a folder or an archive")
    parser.add_argument("--ladder", required=True, metavar="SLUG", help="the ladder it is to play")
    parser.add_argument("--name", help="what it is called there (as its file or folder)")
    parser.add_argument(
        "--wait", action="store_true", help="stay until it is accepted or rejected, and say why"
    )
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    file, content = _packed(args.bot)
    with open_site(args) as site:
        ladder = site.get(ladder_path(args.ladder))
        name = args.name or args.bot.resolve().name.partition(".")[0]
        bot = _bot(site, own_name(site), name, ladder["game"])
        version = _send(site, bot, file, content, args.ladder)
        path = f"{bot}versions/{version['number']}/"
        _say(args, f"{name} v{version['number']} is at {site.address}/{bot}")
        if args.wait:
            version = _watch(args, site, path)
    if args.json:
        print_json(version)
    return ENDS.get(version["status"], Exit.YES)


def _packed(path: Path) -> tuple[str, bytes]:
    """The name and the bytes of an upload."""
    if path.is_dir():
        return f"{path.resolve().name}.tar.gz", sandbox.read_folder(path).pack()
    if not path.is_file():
        raise Refused(f"there is no bot {str(path)!r}: give a file, a folder or an archive")
    return path.name, path.read_bytes()


def _bot(site: Site, owner: str, name: str, game: str) -> str:
    """Where the API has the bot, which is named now unless it was before."""
    path = f"bots/{owner}/{name}/"
    try:
        site.get(path)
    except SiteRefuses as refusal:
        if refusal.status != NOT_FOUND:
            raise
        site.post("bots/", {"name": name, "game": game})
    return path


def _send(site: Site, bot: str, file: str, content: bytes, ladder: str) -> Answer:
    """Send the file, with a bar where it takes long."""
    with rich.progress.wrap_file(
        io.BytesIO(content), len(content), description=file, console=aside, transient=True
    ) as reader:
        return site.upload(f"{bot}versions/", file, reader, {"ladder": ladder})


def _watch(args: argparse.Namespace, site: Site, path: str) -> Answer:
    """Show each stage when it has ended, until the last one has."""
    shown = 0
    with aside.status("waiting for a worker") as status:
        for version in site.follow(path):
            stages = version["stages"] or []
            for stage in stages[shown:]:
                _show(args, stage)
            shown = len(stages)
            if version["status"] not in WAITING:
                break
            status.update(f"{version['status']}, going on")
    if version["status"] == "ready":
        how = {True: "It plays alike each time.", False: "It does not play alike each time."}
        _say(args, f"Accepted: it plays from now on. {how.get(version['deterministic'], '')}")
    return version


def _show(args: argparse.Namespace, stage: Answer) -> None:
    """A line for a stage, and its log if it went wrong."""
    if args.json:
        return
    mark, style = MARKS[stage["outcome"]]
    seconds = f"{stage['seconds']:.1f} s" if stage["seconds"] else ""
    screen.print(Text.assemble((f"{mark:<4}", style), f" {stage['name']:<9} {seconds}"))
    if stage["outcome"] != "passed":
        for line in stage["log"].splitlines():
            screen.print(Text(f"     {harmless(line)}", "yellow"), soft_wrap=True)


def _say(args: argparse.Namespace, words: str) -> None:
    if not args.json:
        screen.print(words.strip(), markup=False, soft_wrap=True)


SUBCOMMAND = Subcommand(
    name="submit",
    summary="upload a bot to a ladder",
    description="Upload a bot as its next version and enter it on a ladder; a bot of that name is "
    "made if you have none. The site unpacks it, builds it and plays a trial with it. With --wait "
    "each of these stages is shown as it ends, with its log if it fails: the command ends with 0 "
    "if the bot is accepted, with 1 if it is rejected, with 3 if the site failed. What played "
    "before plays on until then.",
    examples="""\
submit mybot.py --ladder shamans --wait
submit ./mybot --ladder shamanix-2 --name lunatic
submit mybot.zip --ladder shamans --wait --json""",
    arguments=arguments,
    run=run,
)
