"""The pieces of HTML that pages share, for templates: `{% load pieces %}`."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from moonladder.web import addresses, pieces

register = template.Library()

for tag in (
    pieces.bot_link,
    pieces.version_link,
    pieces.match_link,
    pieces.rating,
    pieces.interval,
    pieces.share,
):
    register.simple_tag(tag)
for change in (
    pieces.moment,
    pieces.state,
    pieces.percent,
    pieces.signed,
    pieces.points,
    pieces.words,
    pieces.language,
    pieces.coded,
    pieces.hexadecimal,
    pieces.as_json,
    pieces.game_title,
):
    register.filter(change.__name__, change)


@register.simple_tag(takes_context=True)
def live(context: template.Context, name: str, seconds: int = 5) -> SafeString:
    """The attributes of the part of a page that is asked for again; see `web/live.py`."""
    address = context["request"].get_full_path()
    return format_html(
        'id="{}" data-live hx-get="{}" hx-trigger="every {}s" hx-select="#{}" hx-swap="outerMorph"',
        *(name, address, seconds, name),
    )


register.simple_tag(addresses.bot, name="bot_address")
register.simple_tag(addresses.version, name="version_address")
register.simple_tag(addresses.ladder, name="ladder_address")
register.simple_tag(addresses.match, name="match_address")
register.simple_tag(addresses.game, name="game_address")
