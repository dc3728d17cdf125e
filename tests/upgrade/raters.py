"""A rater with a link, who does over HTTP what their page would."""

from itertools import count
from typing import Any

import httpx

from tests.upgrade.doors import Refused, Server
from tests.upgrade.opinions import Answers, Opinion, Packet, chance

MOST = 500
Told = dict[tuple[str, str], Any]
"""What the guideline says to a question about a text."""


def text_of(packet: Packet, target: str) -> str:
    """What an answer to a worked example is about: letters and numbers may be others in the next round."""
    shown = [packet["fields"], *(c["fields"] for c in packet["candidates"] if c["letter"] == target)]
    texts = [value for fields in shown for value in fields.values() if isinstance(value, str)]
    return "\n".join([*texts, packet["stage"], target if target not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" else ""])


class Rater:
    def __init__(self, server: Server, link: str, opinion: Opinion) -> None:
        address, _, token = link.partition("#")
        self.opinion, self.clock, self.numbers = opinion, server.house.clock, count(1)
        self.mark = int(chance(link) * 2**48)
        self.home = "/rate/" + address.partition("/rate/")[2]
        self.visitor = server.visitor()
        self.study: dict[str, Any] = self.ok("POST", "api/session", {"token": token})

    def ok(self, verb: str, path: str, body: Any = None) -> Any:
        self.clock.forward(1)
        return self.visitor.ok(verb, self.home + path, body)

    def next(self, ahead: int = 1, **wish: Any) -> list[Packet]:
        units: list[Packet] = self.ok("POST", "api/next", {"ahead": ahead, **wish})["units"]
        return units

    def new_id(self) -> str:
        """A UUID as a browser makes one: from the time, and by chance."""
        stamp, number = f"{self.clock.ns // 1_000_000:012x}", next(self.numbers)
        return f"{stamp[:8]}-{stamp[8:]}-7{number:03x}-8000-{self.mark:012x}"

    def answers(self, packet: Packet) -> Answers:
        stage = next(stage for stage in self.study["protocol"]["stages"] if stage["id"] == packet["stage"])
        return self.opinion.answers(stage, packet)

    def judgement(self, packet: Packet, **changes: Any) -> dict[str, Any]:
        spent = round(8 + 60 * chance(self.opinion.rater, packet["stage"], packet["number"]) ** 3, 3)
        self.clock.forward(spent)
        return {
            "format": 1, "id": self.new_id(), "assignment": packet["assignment"], "stage": packet["stage"],
            "answers": {} if changes.get("cannot") else self.answers(packet), "cannot": None, "comment": None,
            "answered_at": self.clock.text.replace("+00:00", "Z"), "elapsed_ms": int(spent * 1000), **changes,
        }  # fmt: skip

    def submit(self, packet: Packet, **changes: Any) -> Any:
        """Send a judgement; the receipt."""
        return self.ok("POST", "api/judgements", self.judgement(packet, **changes))

    def rate(self, times: int = MOST) -> list[Packet]:
        """Rate unit after unit until there is none, or so many times; those that came."""
        came: list[Packet] = []
        while len(came) < times and (units := self.next()):
            self.submit(units[0])
            came.append(units[0])
        return came

    def correct(self, packet: Packet, **changes: Any) -> Any:
        """Look at a stage again, and judge it otherwise."""
        shown = self.ok("GET", f"api/assignments/{packet['assignment']}/{packet['stage']}")
        self.opinion.severity += 2
        try:
            return self.submit(shown, **changes)
        finally:
            self.opinion.severity -= 2

    def keep_draft(self, packet: Packet) -> None:
        path = f"api/drafts/{packet['assignment']}/{packet['stage']}"
        self.ok("PUT", path, {"answers": self.answers(packet), "comment": "Not sure yet."})

    def agree(self, given: bool = True, lang: str = "en") -> None:
        text = self.ok("GET", "api/before")["consent"]["texts"][lang]
        self.ok("POST", "api/before/consent", {"lang": lang, "hash": text["hash"], "given": given})

    def tell(self, **answers: str) -> None:
        self.ok("POST", "api/before/questionnaire", {"answers": answers, "lang": "en"})

    def calibrate(self) -> Any:
        """Rate the worked examples; where that fell short once more, as the guideline says. How it went."""
        said: Told = {}
        for _ in range(3):
            self.ok("POST", "api/before/calibration", {})
            while (units := self.next()) and "example" in units[0]:
                receipt = self.submit(units[0], answers=self._as_told(units[0], said))
                for told in receipt["feedback"]["answers"]:
                    said[told["question"], text_of(units[0], told["target"])] = told["value"]
            before = self.ok("GET", "api/before")
            if before["step"] is None:
                return before["calibration"]["result"]
        raise Refused(f"{self.opinion.rater} does not come through the worked examples")

    def _as_told(self, packet: Packet, said: Told) -> Answers:
        made = self.answers(packet)
        for question, cells in made.items():
            for target in cells:
                cells[target] = said.get((question, text_of(packet, target)), cells[target])
        return made

    def enquire(self, text: str, packet: Packet | None = None) -> str:
        about = {"assignment": packet["assignment"], "stage": packet["stage"]} if packet else {}
        id = self.new_id()
        self.ok("POST", "api/enquiries", {"id": id, "text": text, "lang": "en", **about})
        return id

    def get(self, path: str) -> httpx.Response:
        return self.visitor.get(self.home + path)
