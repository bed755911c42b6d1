"""The documents of the source as pages: how to write bots, the protocol, what ratings mean."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from moonladder.web import addresses
from moonladder.web.markdown import Document, document

ROOT: Path = settings.SOURCE
FOR_AUTHORS = ("writing-a-bot", "protocol", "api", "ratings", "house-bots")
"""What bot authors read; the rest is for those who run or change the site."""

RULES = re.compile(r"engine/games/([a-z_]+)/README\.md")
PICTURES = ("png", "svg")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """All documents."""
    names = [name for name in files() if "/" not in name]
    return render(
        request,
        "web/docs.html",
        {
            "authors": [(name, read(name)) for name in FOR_AUTHORS],
            "others": [(name, read(name)) for name in names if name not in FOR_AUTHORS],
            "decisions": [(name, read(name)) for name in files() if "/" in name],
        },
    )


@require_safe
def doc(request: HttpRequest, page: str) -> HttpResponse:
    """One document."""
    if page not in files():
        raise Http404
    return render(request, "web/doc.html", {"document": read(page), "path": files()[page]})


@require_safe
def picture(request: HttpRequest, name: str) -> FileResponse:
    """A picture of a document."""
    file = ROOT / "docs" / name
    if file not in {found for kind in PICTURES for found in (ROOT / "docs").glob(f"*.{kind}")}:
        raise Http404
    return FileResponse(file.open("rb"))


@cache
def files() -> dict[str, str]:
    """By its name in addresses the file of every document, as the source calls it."""
    numbered = sorted((ROOT / "docs").glob("[0-9]-*.md"))
    decisions = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    return {
        **{file.stem[2:]: f"docs/{file.name}" for file in numbered},
        "house-bots": "kit/house/README.md",
        **{f"decisions/{file.stem}": f"docs/decisions/{file.name}" for file in decisions},
    }


@cache
def read(name: str) -> Document:
    """A document, rendered once: the files change with the release only."""
    return rendered(files()[name])


def rendered(file: str) -> Document:
    """A Markdown file of the source, rendered."""
    return document((ROOT / file).read_text(), path=file, address=address)


def address(file: str) -> str | None:
    """The address of the page that shows a file of the source, if one does."""
    for name, known in files().items():
        if known == file:
            return reverse("doc", args=[name])
    if file == "docs/decisions":
        return reverse("docs") + "#decisions"
    if rules := RULES.fullmatch(file):
        return addresses.game(rules[1])
    if file == "platform/moonladder/web/reference.py":
        return reverse("reference")
    folder, _, name = file.rpartition("/")
    is_picture = folder == "docs" and name.endswith(PICTURES)
    return reverse("doc-picture", args=[name]) if is_picture else None


urlpatterns = [
    path("docs/", docs, name="docs"),
    path("docs/pictures/<str:name>", picture, name="doc-picture"),
    path("docs/<path:page>/", doc, name="doc"),
]
