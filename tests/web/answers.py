"""Answers to any stage, made from nothing but what came over the wire."""

from collections.abc import Callable
from typing import Any

Question = dict[str, Any]
Packet = dict[str, Any]
Answers = dict[str, dict[str, Any]]


def answers_to(stage: dict[str, Any], packet: Packet, taste: int = 0) -> Answers:
    """A full answer to every question, the optional ones too; `taste` makes raters and units differ."""
    made: Answers = {}
    ruled = {(rule["question"], rule["target"]) for rule in packet["rules"]}
    for question in stage["ask"]:
        made[question["id"]] = {
            target: MAKERS[question["type"]](question, packet, target, taste + n, made)
            for n, target in enumerate(targets_of(question, packet))
            if (question["id"], target) not in ruled
        }
    return made


def targets_of(question: Question, packet: Packet) -> list[str]:
    if question["about"] == "unit":
        return ["unit"]
    if question["about"] in ("segment", "output"):
        window = packet.get("window") or {"first": 1, "last": len(packet["segments"])}
        numbers = [str(n) for n in range(window["first"], window["last"] + 1)]
        if question["about"] == "segment":
            return numbers
        return [f"{letter}.{number}" for number in numbers for letter in letters_of(packet)]
    return letters_of(packet)


def letters_of(packet: Packet) -> list[str]:
    return [candidate["letter"] for candidate in packet["candidates"]]


def text_of(packet: Packet, field: str, target: str) -> str:
    """The text under a field as this target shows it."""
    letter, _, number = target.rpartition(".") if "." in target else (target, "", target)
    candidate = next((c for c in packet["candidates"] if c["letter"] == letter), packet["candidates"][0])
    places = [packet["fields"], candidate["fields"]]
    if number.isdigit():
        place = next(n for n, segment in enumerate(packet["segments"]) if segment["number"] == int(number))
        places += [packet["segments"][place]["fields"], candidate["segments"][place]]
    return str(next(place[field] for place in reversed(places) if field in place))


def _scale(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    levels = question["levels"]
    return levels[taste % len(levels)]["value"]


def _slider(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    return min(question["max"], question["min"] + question["step"] * (taste % 7))


def _stepper(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    source = question.get("from_marks")
    if source is None:
        return question["min"] + question["step"] * (taste % 4)
    marks = made[source["question"]][target]
    total = sum(WORTH[mark["weight"]] * mark["count"] for mark in marks if mark["label"] == source["label"])
    if taste % 3 == 2:
        return {"value": total + 1, "by": "override", "reason": "One more is in the picture."}
    return {"value": total, "by": "marks"} if taste % 3 else total


WORTH = {"full": 1, "half": 0.5, "verb": 1.5}


def _tags(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    tags = [tag for category in question["categories"] for tag in category["tags"]]
    chosen = [tags[taste % len(tags)], tags[-1]][: taste % 3]
    unique = list({tag["id"]: tag for tag in chosen}.values())
    return [{"id": tag["id"], **({"text": "In my own words."} if tag["opens_text"] else {})} for tag in unique]


def _marks(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    length = len(text_of(packet, question["field"], target))
    marks: list[dict[str, Any]] = []
    labels = [
        (label, label["weights"] or top["weights"]) for top in question["labels"] for label in top["labels"] or [top]
    ]
    for n, (label, allowed) in enumerate(labels[: 1 + taste % 3]):
        weights = allowed or [weight["id"] for weight in question["weights"]]
        mark: dict[str, Any] = {"start": n, "end": max(n + 1, length - n), "label": label["id"]}
        mark |= {"weight": weights[taste % len(weights)]} if weights else {}
        mark |= {"count": 1 + taste % 2} if question["counted"] else {}
        mark |= {"reason": "In my own words."} if question["reasons"] == "required" else {}
        marks.append(mark)
    if question["allow_missing"] and taste % 2:
        marks[-1] |= {"start": None, "end": None}
    return marks


def _preference(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    options = [*letters_of(packet), *(["tie"] if question["ties"] else [])]
    return {"better": options[taste % len(options)]}


def _ranking(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    letters = letters_of(packet)
    turned = letters[taste % len(letters) :] + letters[: taste % len(letters)]
    if question["mode"] == "best-worst":
        return [group for group in ([turned[0]], turned[1:-1], [turned[-1]]) if group]
    if question["ties"] and len(turned) > 1 and taste % 2:
        return [turned[:2], *([letter] for letter in turned[2:])]
    return [[letter] for letter in turned]


def _choice(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    options = [option["id"] for option in question["options"]]
    least = question.get("least", 0 if len(options) == 1 else 1)
    return options[: least + taste % (question["most"] - least + 1)]


def _comment(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    return f"A remark, number {taste} — “ünïcödé” 😀"


def _edit(question: Question, packet: Packet, target: str, taste: int, made: Answers) -> Any:
    text = text_of(packet, question["field"], target)
    if question["unchanged"] and taste % 3 == 2:
        return {"text": text, "unchanged": True}
    return {"text": f"{text} Hence{' so' * (taste % 5)}."}


MAKERS: dict[str, Callable[[Question, Packet, str, int, Answers], Any]] = {
    "scale": _scale,
    "slider": _slider,
    "stepper": _stepper,
    "tags": _tags,
    "marks": _marks,
    "preference": _preference,
    "ranking": _ranking,
    "choice": _choice,
    "comment": _comment,
    "edit": _edit,
}
