"""Tables of shares: who beats whom, and who does well with which seat and role."""

from collections.abc import Iterable, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from matches.selectors import AspectTable, Duel, HeadToHead
from moonladder.ladders.models import Entry
from moonladder.web import pieces

ASPECTS = {"seat": "Seat", "role": "Role dealt", "faction": "Faction dealt"}


def duels(table: HeadToHead) -> SafeString:
    """Everybody against everybody: the share of matches in which the row came in first."""
    heads = [
        f'<th scope="col" class="number">{number}'
        f'<span class="hidden-text"> {escape(_name(entry))}</span></th>'
        for number, entry in enumerate(table.entries, start=1)
    ]
    rows = []
    for number, entry in enumerate(table.entries, start=1):
        cells = (
            '<td class="self"></td>' if other is entry else _cell(table.duels.get(pair))
            for other in table.entries
            for pair in [(entry.pk, other.pk)]
        )
        rows.append(_row(f"{number}. {pieces.bot_link(*_names(entry))}", cells))
    caption = (
        "How often the bot of a row was placed before the bot of a column, in percent; "
        "ties count half."
    )
    return _table(caption, heads, rows)


def aspects(table: AspectTable) -> SafeString:
    """The mean score of the best with each seat, role and faction, and the usual one below."""
    columns = sorted(table.usual, key=lambda column: (list(ASPECTS).index(column[0]), column[1]))
    heads = [
        f'<th scope="col" class="number">{ASPECTS[aspect]}<br>{escape(pieces.words(value))}</th>'
        for aspect, value in columns
    ]
    rows = [
        _row(
            pieces.bot_link(*_names(entry)),
            (
                _cell(table.scores.get((entry.pk, *column)), table.usual[column].score)
                for column in columns
            ),
        )
        for entry in table.entries
    ]
    rows.append(_row("What all score there", (_cell(table.usual[column]) for column in columns)))
    caption = (
        "Mean score in percent: the share of the others a bot was placed before. "
        "Colours compare with what is usual for that seat or role."
    )
    return _table(caption, heads, rows)


def _cell(duel: Duel | None, usual: float = 0.5) -> str:
    """A share, the warmer the better it is than usual; its matches in the tooltip."""
    if duel is None:
        return '<td class="number soft"><span aria-hidden="true">·</span></td>'
    heat = max(0, min(10, round((duel.score - usual) * 10) + 5))
    told = f'title="{duel.matches} matches">{duel.score * 100:.0f}'
    return f'<td class="number heat h{heat}" {told}</td>'


def _row(head: str, cells: Iterable[str]) -> str:
    return f'<tr><th scope="row">{head}</th>{"".join(cells)}</tr>'


def _table(caption: str, heads: Sequence[str], rows: Sequence[str]) -> SafeString:
    return mark_safe(
        '<div class="scroll" tabindex="0" role="region" aria-label="Table">'
        f'<table class="shares"><caption>{caption}</caption>'
        f'<thead><tr><th scope="col">Bot</th>{"".join(heads)}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _names(entry: Entry) -> tuple[str, str]:
    return entry.bot.owner.username, entry.bot.name


def _name(entry: Entry) -> str:
    return "/".join(_names(entry))
