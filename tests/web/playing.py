"""A rater who plays a study over HTTP, with nothing but the link."""

import itertools
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.fixtures.web import Client, Site, ok
from tests.web.answers import Answers, Packet, answers_to

_ids = itertools.count(1)


def judgement_id() -> str:
    """An id as a browser would make it."""
    return f"018bcfe5-6800-7000-9000-{next(_ids):012x}"


@dataclass
class Sent:
    """A packet, the progress that came with it, what was answered, and the receipt."""

    packet: Packet
    progress: dict[str, int]
    body: dict[str, Any]
    receipt: dict[str, Any]

    @property
    def answers(self) -> Answers:
        answers: Answers = self.body["answers"]
        return answers


@dataclass
class Player:
    site: Site
    client: Client
    taste: int = 0
    sent: list[Sent] = field(default_factory=list)
    study: dict[str, Any] = field(default_factory=dict)
    joined: bool = False
    """Whether the next units are taken from the answer to a judgement, as the page does."""
    coming: dict[str, Any] | None = None

    @classmethod
    def with_link(cls, site: Site, link: str, taste: int = 0, joined: bool = False) -> "Player":
        player = cls(site, site.rater(link), taste, joined=joined)
        player.study = ok(player.client.get("api/study"))
        return player

    def stage(self, id: str) -> dict[str, Any]:
        found: dict[str, Any] = next(s for s in self.study["protocol"]["stages"] if s["id"] == id)
        return found

    def ask(self, ahead: int = 1) -> dict[str, Any]:
        answer: dict[str, Any] = ok(self.client.post("api/next", json={"ahead": ahead}))
        return answer

    def one(self) -> Packet:
        packet: Packet = self.ask()["units"][0]
        return packet

    def judgement(self, packet: Packet, **changes: Any) -> dict[str, Any]:
        """What the page would send for a packet."""
        answers = answers_to(self.stage(packet["stage"]), packet, self.taste + packet["number"])
        return {
            "format": 1, "id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"],
            "answers": answers, "cannot": None, "comment": None, "answered_at": "2026-01-31T12:00:00Z",
            "elapsed_ms": 5100, **changes,
        }  # fmt: skip

    def submit(self, packet: Packet, **changes: Any) -> httpx.Response:
        return self.client.post("api/judgements", json=self.judgement(packet, **changes))

    def rate(self, packet: Packet, progress: dict[str, int] | None = None, **changes: Any) -> dict[str, Any]:
        body = self.judgement(packet, **changes)
        receipt: dict[str, Any] = ok(self.client.post("api/judgements", json=body), 201)
        self.sent.append(Sent(packet, progress or {}, body, receipt))
        return receipt

    def step(self, ahead: int = 1) -> str:
        """Take what there is and rate it; the state that the server named."""
        answer, self.coming = self.coming or self.ask(ahead), None
        for n, packet in enumerate(answer["units"]):
            wish = {"ahead": ahead} if self.joined and n == len(answer["units"]) - 1 else {}
            self.coming = self.rate(packet, answer["progress"], **wish).get("next")
        state: str = answer["state"]
        return state

    def play(self, units: int) -> list[Packet]:
        """Rate this many packets; those that came, in order."""
        for _ in range(units):
            assert self.step() == "rate"
        return [sent.packet for sent in self.sent]


def play_to_the_end(*players: Player, ahead: int = 1, most: int = 500) -> None:
    """All players in turn, until the server says done to each."""
    waiting = list(players)
    for _ in range(most):
        waiting = [player for player in waiting if player.step(ahead) != "done"]
        if not waiting:
            return
    raise AssertionError(f"not done after {most} rounds: {[player.ask() for player in waiting]}")
