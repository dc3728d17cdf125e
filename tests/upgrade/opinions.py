"""What our raters say: answers to any question that comes over the wire, the same ones whenever a record is made.

Every text has a worth that all raters feel alike, and each rater hears it a little otherwise; so they agree somewhat,
and systems differ.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from tests.web.answers import letters_of, targets_of, text_of

Question = dict[str, Any]
Packet = dict[str, Any]
Answers = dict[str, dict[str, Any]]
CANNOT = 0.03
"""How often one target can't be judged."""
LEFT_OUT = 0.2
"""How often a question is left out that may be."""


def chance(*about: object) -> float:
    """A number from 0 to 1 that is drawn once and for all.

    >>> round(chance("a", 1), 6) == round(chance("a", 1), 6), 0 <= chance("b") < 1
    (True, True)
    """
    drawn = blake2b("|".join(map(str, about)).encode(), digest_size=8).digest()
    return float(int.from_bytes(drawn, "big")) / 2**64


def worths(rows: Iterable[Mapping[str, str]]) -> dict[str, float]:
    """What each output is worth: mostly its system's worth, which falls from the first name of the alphabet on."""
    made = [row for row in rows if row.get("output")]
    systems = sorted({row["system"] for row in made})
    worth = {name: 1 - n / max(1, len(systems) - 1) for n, name in enumerate(systems)}
    return {row["output"]: 0.65 * worth[row["system"]] + 0.35 * chance(row["output"]) for row in reversed(made)}


@dataclass
class Opinion:
    """A rater's taste. `severity` goes from -1 (mild) to 1 (severe)."""

    rater: str
    severity: float = 0.0
    worth: Mapping[str, float] = field(default_factory=dict)
    certain: bool = False
    """Whether they judge everything, and leave nothing out."""

    def feel(self, packet: Packet, question: Question, target: str) -> float:
        """From 0 (bad) to 1 (good)."""
        text = about_text(packet, target)
        heard = 0.75 * self.worth.get(text, chance(text)) + 0.25 * chance(self.rater, text, question["id"])
        return min(1.0, max(0.0, heard - 0.15 * self.severity))

    def answers(self, stage: dict[str, Any], packet: Packet) -> Answers:
        """Answers to one stage, without what a rule answers."""
        made: Answers = {}
        ruled = {(rule["question"], rule["target"]) for rule in packet["rules"]}
        for question in stage["ask"]:
            targets = [t for t in targets_of(question, packet) if (question["id"], t) not in ruled]
            cells = {target: self._answer(question, packet, target, made) for target in targets}
            made[question["id"]] = {target: value for target, value in cells.items() if value is not None}
        return made

    def _answer(self, question: Question, packet: Packet, target: str, made: Answers) -> Any:
        drawn = chance(self.rater, question["id"], about_text(packet, target), "whether")
        sums_up = question.get("from_marks") is not None
        if not self.certain and not sums_up:
            if drawn < CANNOT:
                return {"cannot": "I do not know this word."}
            if not question["required"] and drawn < LEFT_OUT:
                return None
        return MAKERS[question["type"]](self, question, packet, target, made)


def about_text(packet: Packet, target: str) -> str:
    """The text that an answer is about; of a unit all of them."""
    if target == "unit":
        return " / ".join(sorted(about_text(packet, letter) for letter in letters_of(packet)))
    candidate = next((c for c in packet["candidates"] if c["letter"] == target), packet["candidates"][0])
    if target.isdigit():
        return str(candidate["segments"][int(target) - 1].get("output", ""))
    shown = [candidate["fields"], *candidate["segments"]]
    return " ".join(str(part["output"]) for part in shown if "output" in part)


def _step(low: float, high: float, step: float, share: float) -> float:
    steps = round((high - low) / step)
    value = low + step * min(steps, int(share * (steps + 1)))
    return int(value) if value == int(value) else value


def _scale(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    values = sorted(level["value"] for level in question["levels"])
    return values[min(len(values) - 1, int(who.feel(packet, question, target) * len(values)))]


def _slider(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    return _step(question["min"], question["max"], question["step"], who.feel(packet, question, target))


def _stepper(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    source = question.get("from_marks")
    if source is None:
        top = question.get("max") or question["min"] + 6 * question["step"]
        return _step(question["min"], top, question["step"], who.feel(packet, question, target))
    marks = made.get(source["question"], {}).get(target)
    if not isinstance(marks, list):  # the marks were left out, so the number is the rater's own
        return question["min"] + question["step"]
    total = sum(WORTH[mark["weight"]] * mark.get("count", 1) for mark in marks if mark["label"] == source["label"])
    if chance(who.rater, question["id"], about_text(packet, target), "override") < 0.25:
        return {"value": total + question["step"], "by": "override", "reason": "One more is to be seen."}
    return {"value": total, "by": "marks"}


WORTH = {"full": 1, "half": 0.5, "verb": 1.5, "minor": 1, "major": 5, "neutral": 0, "light": 1, "heavy": 4}
"""What the weights of all our protocols are worth."""


def _tags(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    bad = 1 - who.feel(packet, question, target)
    tags = [tag for category in question["categories"] for tag in category["tags"]]
    text = about_text(packet, target)
    likely = {tag["id"]: 0.7 * chance(text, tag["id"]) + 0.3 * chance(who.rater, text, tag["id"]) for tag in tags}
    most = min(len(tags), 4)
    chosen = sorted(tags, key=lambda tag: -likely[tag["id"]])[: round(bad * most)]
    return [{"id": tag["id"], **({"text": "In other words."} if tag["opens_text"] else {})} for tag in chosen]


def _marks(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    text = text_of(packet, question["field"], target)
    marks: list[dict[str, Any]] = []
    end = 0
    for n, label in enumerate(question["labels"]):
        drawn = chance(who.rater, text, label["id"])
        if drawn < 0.35 or end >= len(text):
            continue
        start, end = end, min(len(text), end + 1 + int(drawn * 9))
        weights = label["weights"] or [weight["id"] for weight in question["weights"]]
        mark: dict[str, Any] = {"start": start, "end": end, "label": label["id"]}
        if question["allow_missing"] and n == len(question["labels"]) - 1 and drawn > 0.8:
            mark |= {"start": None, "end": None}
        mark |= {"weight": weights[int(chance(text, label["id"]) * len(weights))]} if weights else {}
        marks.append(mark | ({"count": 1 + int(drawn * 2)} if question["counted"] else {}))
    return marks


def _in_order(who: Opinion, question: Question, packet: Packet) -> list[str]:
    return sorted(letters_of(packet), key=lambda letter: -who.feel(packet, question, letter))


def _preference(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    first, second = _in_order(who, question, packet)[:2]
    near = who.feel(packet, question, first) - who.feel(packet, question, second) < 0.08
    return {"better": "tie" if near and question["ties"] else first}


def _ranking(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    order = _in_order(who, question, packet)
    if question["mode"] == "best-worst":
        return [group for group in ([order[0]], order[1:-1], [order[-1]]) if group]
    groups = [[order[0]]]
    for letter in order[1:]:
        near = who.feel(packet, question, groups[-1][0]) - who.feel(packet, question, letter) < 0.08
        if near and question["ties"]:
            groups[-1].append(letter)
        else:
            groups.append([letter])
    return groups


def _choice(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    options = [option["id"] for option in question["options"]]
    share = who.feel(packet, question, target)
    if len(options) == 1:
        return options if share > 0.5 else []
    least = question.get("least", 1)
    many = least + round(share * (question["most"] - least))
    first = int(share * len(options)) % len(options)
    return sorted((options[first:] + options[:first])[:many], key=options.index)


def _comment(who: Opinion, question: Question, packet: Packet, target: str, made: Answers) -> Any:
    return f"“{about_text(packet, target)[:12]}…” – {who.rater} — naïve 😀, =1+1"[: question["longest"]]


Maker = Callable[[Opinion, Question, Packet, str, Answers], Any]
MAKERS: dict[str, Maker] = {
    "scale": _scale, "slider": _slider, "stepper": _stepper, "tags": _tags, "marks": _marks,
    "preference": _preference, "ranking": _ranking, "choice": _choice, "comment": _comment,
}  # fmt: skip
