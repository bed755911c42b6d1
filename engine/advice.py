"""What the author of a bot should change, for each thing a bot can do wrong."""

import re

ADVICE = {
    "protocol:invalid_utf8": (
        "Write UTF-8. JSON whose strings are escaped to plain ASCII always is."
    ),
    "protocol:invalid_json": (
        "Write nothing but answers to standard output, one JSON object to a line; whatever else "
        "is printed belongs on standard error."
    ),
    "protocol:not_an_object": (
        'Write an object such as {"id": 1, "choice": 0}, in one line, with no empty lines between '
        "answers."
    ),
    "protocol:too_deep": "Nest objects and lists at most 32 deep; an answer needs no more than 3.",
    "protocol:number_range": "Keep integers within 2^53 - 1. Is a hash or a large seed in there?",
    "protocol:non_finite": "NaN and Infinity are not JSON. Are beliefs divided by a sum of zero?",
    "protocol:duplicate_key": "Write every key of an object once.",
    "protocol:bad_string": "Keep NUL and halves of surrogate pairs out of notes.",
    "protocol:missing_field": (
        'Answer `start` with {"type": "ready"}, and an ask with its `id` and a `choice`.'
    ),
    "protocol:bad_field": (
        "Look at the field named above: `id` and `choice` are integers, `note` is a string, "
        "`beliefs` has null or probabilities that add up to 1 for every seat."
    ),
    "protocol:wrong_id": (
        "Copy `id` from the ask that is being answered, and answer every ask, once, in the order "
        "in which they came."
    ),
    "protocol:early_output": (
        "Write only when asked: one line for `start`, one for each `ask`, none for `over` and "
        "none in between."
    ),
    "protocol:extra_output": (
        "Write one line for each ask, with one newline at its end. Is something printed besides "
        "the answer?"
    ),
    "illegal_choice": "`choice` is an index into the ask's `options`, counted from 0.",
    "timeout:start": (
        "Read the `start` line and answer it at once; load large tables faster, or later. If it "
        "was answered: flush, and end the line with a newline."
    ),
    "timeout:cpu": (
        "Think less: look at `clock` in the ask, stop searching in time, and leave a part of the "
        "bank for later asks."
    ),
    "timeout:wall": (
        "The bot waited instead of thinking. Flush after every line, end lines with a newline, "
        "read one line at a time, and do not sleep."
    ),
    "timeout:match": (
        "All answers together took too long by the wall clock: answer faster throughout."
    ),
    "memory_limit": "Use less memory: bound caches and search trees. Files in /tmp count as well.",
    "output_limit:line": "Keep a line within 65,536 bytes. Is there a newline at its end at all?",
    "output_limit:stdout": "Write less to standard output: an answer needs some 30 bytes.",
    "output_limit:stderr": "Log less: 1 MiB to a match, of which the first and the last is kept.",
}
"""By fault; crashes are below."""

CRASHES = {
    "exit 0": "The bot ended while the match went on: keep reading lines until there are no more.",
    "exit 126": "The program could not be run: is it a program for this kind of machine?",
    "exit 127": "The program, or something it starts, was not found in the box.",
    "SIGSEGV": (
        "It touched memory that is not its own: look for bad indices, null pointers and recursion "
        "without end."
    ),
    "SIGABRT": "It gave itself up: look for a failed assertion or an exception nobody caught.",
    "SIGKILL": "It was killed from inside its box, or ran out of memory.",
    "SIGPIPE": "It wrote after its output had been closed.",
    "SIGFPE": "It divided by zero.",
    "SIGSYS": "It made a system call that boxes forbid: no network, no debugging, no mounting.",
    "SIGXFSZ": "It wrote a file of more than 64 MiB.",
}
ANY_CRASH = (
    "Something ended the bot: its log says what. An error that nobody catches ends a bot; so does "
    "a module that is missing because one file was given and not the folder."
)


def advice(fault: str) -> str:
    """What to change, in a sentence or two."""
    crash = re.fullmatch(r"crash:(.*)", fault)
    return CRASHES.get(crash[1], ANY_CRASH) if crash else ADVICE[fault]
