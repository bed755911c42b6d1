"""Documents in Markdown, as the repository has them, made into pages.

No HTML of a document gets through. Links between documents lead to their pages, links to other
files of the source become plain words, and every heading can be linked to.
"""

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

Address = Callable[[str], str | None]
"""From a file of the source to the address of its page, if it has one."""

ELSEWHERE = ("https://", "http://", "#", "mailto:")


@dataclass(frozen=True)
class Heading:
    """A chapter of a document."""

    anchor: str
    text: str


@dataclass(frozen=True)
class Document:
    """A document, ready to be shown."""

    title: str
    body: SafeString
    """What comes after the title."""
    chapters: Sequence[Heading]


def document(text: str, *, path: str, address: Address) -> Document:
    """Render the document at that path of the source."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _code)
    tokens = markdown.parse(text)
    title = re.sub(r"^[0-9]+\. ", "", _plain(tokens[1].content))
    body = tokens[3:]  # the title is three tokens: it begins, its words, it ends
    chapters = _name_headings(body)
    for token in body:
        if token.type == "inline":
            _lead(token, path, address)
    html = markdown.renderer.render(_framed(body), markdown.options, {})
    return Document(title, mark_safe(html), chapters)


def _name_headings(tokens: Sequence[Token]) -> list[Heading]:
    """Give every heading its anchor; return those of the chapters."""
    chapters, seen = [], set[str]()
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open":
            text = _plain(words.content)
            anchor = _anchor(text, seen)
            opening.attrSet("id", anchor)
            words.children = [*(words.children or []), *_anchor_link(anchor)]
            if opening.tag == "h2":
                chapters.append(Heading(anchor, text))
    return chapters


def _plain(heading: str) -> str:
    """A heading without the marks that set words apart."""
    return re.sub(r"[`*]", "", heading)


def _anchor(text: str, seen: set[str]) -> str:
    """What a heading is linked to as, the way code hosts do it, and nothing twice."""
    plain = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
    anchor, number = plain, 0
    while anchor in seen:
        number += 1
        anchor = f"{plain}-{number}"
    seen.add(anchor)
    return anchor


def _anchor_link(anchor: str) -> list[Token]:
    attributes = {"class": "anchor", "href": f"#{anchor}", "aria-label": "Link to this chapter"}
    return [
        Token("link_open", "a", 1, attrs=dict(attributes)),
        Token("text", "", 0, content="#"),
        Token("link_close", "a", -1),
    ]


def _lead(inline: Token, path: str, address: Address) -> None:
    """Lead links and pictures to pages; what has none loses its link and keeps its words."""
    kept: list[Token] = []
    opened: list[bool] = []
    for token in inline.children or []:
        if token.type == "image":
            token.attrSet("src", _target(str(token.attrs["src"]), path, address) or "")
        if token.type == "link_open":
            target = _target(str(token.attrs["href"]), path, address)
            token.attrSet("href", target or "")
            opened.append(target is not None)
        is_link = token.type in {"link_open", "link_close"}
        if not is_link or opened[-1]:
            kept.append(token)
        if token.type == "link_close":
            opened.pop()
    inline.children = kept


def _target(href: str, path: str, address: Address) -> str | None:
    if href.startswith(ELSEWHERE):
        return href
    file, _, anchor = href.partition("#")
    page = address(posixpath.normpath(posixpath.join(posixpath.dirname(path), file)))
    if page is None:
        return None
    return f"{page}#{anchor}" if anchor else page


def _code(renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    """A block of code, which the keyboard can scroll."""
    return f'<pre tabindex="0"><code>{escapeHtml(tokens[at].content)}</code></pre>\n'


def _framed(tokens: Sequence[Token]) -> list[Token]:
    """Let what may be too wide for a screen scroll by itself, also from the keyboard."""
    framed = []
    for token in tokens:
        if token.type == "table_open":
            attributes = {"class": "scroll", "tabindex": "0", "role": "region"}
            attributes["aria-label"] = "Table"
            framed.append(Token("frame_open", "div", 1, attrs=dict(attributes), block=True))
        framed.append(token)
        if token.type == "table_close":
            framed.append(Token("frame_close", "div", -1, block=True))
    return framed
