"""Words planted where no rater may look, and every form in which they could leak."""

import base64
import html
import json
from dataclasses import dataclass
from urllib.parse import quote

import httpx


@dataclass(frozen=True)
class Canary:
    """A word that stands in one hidden place. It has letters that are escaped in JSON, in URLs and in HTML."""

    place: str

    def __str__(self) -> str:
        return f"kanarie-{self.place}-é&7"

    def forms(self) -> list[bytes]:
        plain = str(self).encode()
        shifted = [base64.b64encode(b"x" * n + plain) for n in range(3)]
        whole = [code[4 if n else 0 : -8] for n, code in enumerate(shifted)]  # without what the neighbours change
        return [
            plain, f"kanarie-{self.place}".encode(), quote(str(self)).encode(), html.escape(str(self)).encode(),
            json.dumps(str(self)).strip('"').encode(), plain.hex().encode(), plain[::-1],
            *whole, *(code.replace(b"+", b"-").replace(b"/", b"_") for code in whole),
        ]  # fmt: skip


def leaks(answers: list[httpx.Response], canaries: list[Canary], texts: list[str]) -> list[str]:
    """Where a canary, or another secret text, stands in a body, a header or a cookie. Each answer is searched whole.

    What the rater sent may come back to them.
    """
    wanted = {form.lower(): str(canary) for canary in canaries for form in canary.forms()}
    wanted |= {text.encode().lower(): text for text in texts}
    found = []
    for answer in answers:
        raw = b"\n".join([answer.content, *(name + b": " + value for name, value in answer.headers.raw)]).lower()
        asked = str(answer.request.url).encode().lower() + answer.request.content.lower()
        for form, what in wanted.items():
            if form in raw and form not in asked:
                at = max(0, raw.index(form) - 80)
                found.append(f"{what} in {answer.request.method} {answer.request.url}: {raw[at : at + 200]!r}")
    return found
