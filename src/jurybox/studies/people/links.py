"""Rater's links to hand out: as pictures to scan, as mails to send, as a table."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from jurybox.exchange.files import table_lines
from jurybox.studies.people.raters import RaterInfo, list_raters
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench, view_of
from jurybox.texts import languages, words_in

MASK = 2
MOST_PICTURES = 1_000
COLUMNS = ("number", "name", "groups", "language", "link", "subject", "mail")
ADDRESS = re.compile(r"[^\s<>,;@]+@[^\s<>,;@]+\.[^\s<>,;@]+")


@dataclass(frozen=True, slots=True)
class LinkCard:
    """What one rater is given: their link, and a mail in their language that brings it."""

    number: str
    name: str
    groups: tuple[str, ...]
    language: str
    link: str
    subject: str
    mail: str
    mail_to: str
    """mailto: with the words in it; to an address where the rater's name holds one."""


def link_cards(bench: Workbench, study: str, origin: str) -> list[LinkCard]:
    """A card for everybody who may rate."""
    infos, view = [info for info in list_raters(bench, study) if not info.revoked], view_of(bench, study)
    return [_card(bench, view, info, origin) for info in infos]


def _card(bench: Workbench, view: StudyView, info: RaterInfo, origin: str) -> LinkCard:
    own_texts = bench.texts if bench.texts.is_dir() else None
    spoken = languages(own_texts)
    language = next((code for code in (info.language, view.settings.language) if code in spoken), "en") or "en"
    words = words_in(language, own_texts)
    link, address = origin + info.path, ADDRESS.search(info.name)
    name = ADDRESS.sub("", info.name).strip(" <>,;") or info.name
    subject = words("org.raters.mail_subject", study=view.row.name)
    mail = words("org.raters.mail_text", name=name, study=view.row.name, link=link)
    to = quote(address.group(), safe="@") if address else ""
    mail_to = f"mailto:{to}?subject={quote(subject)}&body={quote(mail)}"
    return LinkCard(info.number, info.name, info.groups, language, link, subject, mail, mail_to)


def links_file(cards: Sequence[LinkCard], kind: str = "csv") -> Iterator[bytes]:
    """The bytes of a table of links."""
    rows = ([c.number, c.name, " | ".join(c.groups), c.language, c.link, c.subject, c.mail] for c in cards)
    return table_lines(kind, COLUMNS, rows)


@lru_cache(MOST_PICTURES)
def qr_code(link: str) -> str:
    """A link as a picture to scan: SVG, dark on light whatever the page's colours are.

    Every mask can be read; to try which of the eight looks best would take four times as long.
    """
    import segno

    found = io.BytesIO()
    segno.make(link, error="m", micro=False, mask=MASK).save(
        found, kind="svg", xmldecl=False, svgns=True, light="#fff", border=2, omitsize=True, nl=False, svgclass="qr"
    )
    return found.getvalue().decode()
