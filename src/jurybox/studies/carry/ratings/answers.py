"""What a rating says, as the answer to a question of a protocol."""

from collections.abc import Callable
from typing import Any

from jurybox.core import Fault, Protocol
from jurybox.core.questions import Choice, Comment, Marks, Preference, QuestionBase, Ranking, Tags
from jurybox.exchange.ratings.formats import Mark, Rating
from jurybox.studies.carry.ratings.names import Known

Letter = Callable[[str], str | None]
"""The letter of a system's candidate."""
Found = list[tuple[QuestionBase, Any]]


class Answering:
    """Finds the question that a rating answers, and the answer as the wire has it; what does not fit is a fault."""

    def __init__(self, protocol: Protocol) -> None:
        self.protocol = protocol
        self._questions = {question.id: question for _, question in protocol.questions()}
        self._stages = {question.id: number for number, stage in enumerate(protocol.stages) for question in stage.ask}
        self._ids = Known({q.id: tuple(q.prompt.values()) for q in self._questions.values()})
        self._labels: dict[str, Known] = {}
        self._weights: dict[str, Known] = {}

    def question(self, rating: Rating) -> QuestionBase | None:
        found = self._ids.id_of(rating.question)
        return self._questions[found] if found is not None else None

    def stage(self, rating: Rating) -> int:
        """Of the whole unit: the stage that is named, or the first."""
        found = self.question(rating) if rating.question else None
        if found is not None:
            return self._stages[found.id]
        return self.protocol.stage_number(rating.stage) or 0

    def known(self) -> list[str]:
        return list(self._questions)

    def answers(self, rating: Rating, letter: Letter) -> tuple[Found, list[Fault]]:
        """One answer; two where marks of the source have a question of their own."""
        question = self.question(rating)
        if question is None:
            return [], [Fault("imported.unknown_question", given=rating.question, allowed=self.known())]
        if rating.by == "cannot":
            return [(question, {"cannot": rating.text or "no reason given"})], []
        if isinstance(question, Marks):
            return self._marks(question, rating)
        value, faults = self._value(question, rating, letter)
        return ([] if faults else [(question, value)]), faults

    def _value(self, question: QuestionBase, rating: Rating, letter: Letter) -> tuple[Any, list[Fault]]:
        if rating.value is not None:
            whole = isinstance(rating.value, float) and rating.value.is_integer()
            value = int(rating.value) if whole else rating.value
            return ({"value": value, "by": "override", "reason": rating.text} if rating.by == "override" else value), []
        if isinstance(question, Tags):
            return self._tags(question, rating)
        if isinstance(question, Choice):
            return self._named(question, rating.labels or (), {o.id: tuple(o.label.values()) for o in question.options})
        if isinstance(question, Preference | Ranking) and rating.order is not None:
            return _order(question, rating, letter)
        if isinstance(question, Comment) and rating.labels:  # a table cannot tell a short text from a name
            return "|".join(rating.labels), []
        return (rating.text if isinstance(question, Comment) else rating.text or list(rating.labels or ())), []

    def _named(
        self, question: QuestionBase, names: tuple[str, ...], known: dict[str, tuple[str, ...]]
    ) -> tuple[list[str], list[Fault]]:
        labels = self._labels.setdefault(question.id, Known(known))
        ids = [labels.id_of(name) for name in names]
        faults = [
            Fault("imported.unknown_name", given=name, allowed=list(known), params={"question": question.id})
            for name, id in zip(names, ids, strict=True)
            if id is None
        ]
        return [id for id in ids if id is not None], faults

    def _tags(self, question: Tags, rating: Rating) -> tuple[list[dict[str, str]], list[Fault]]:
        tags = question.all_tags()
        known = {tag.id: (*tag.label.values(), *tag.aliases) for tag in tags.values()}
        ids, faults = self._named(question, rating.labels or (), known)
        value: list[dict[str, str]] = [{"id": id} for id in dict.fromkeys(ids)]
        opened = next((entry for entry in value if tags[entry["id"]].opens_text), None)
        if rating.text and opened is not None:
            opened["text"] = rating.text
        return value, faults

    def _marks(self, question: Marks, rating: Rating) -> tuple[Found, list[Fault]]:
        """Marks of the source go to a question about the source in the same stage, where there is one."""
        beside = [
            other
            for other in self.protocol.stages[self._stages[question.id]].ask
            if isinstance(other, Marks) and (other.field == "source") != (question.field == "source")
        ]
        found: Found = []
        faults: list[Fault] = []
        for one in [question, *beside[:1]]:
            side = "source" if one.field == "source" else "output"
            mine = [mark for mark in rating.marks or () if mark.field == side or not beside]
            if one is question or mine:
                value = []
                for mark in mine:
                    entry, wrong = self._mark(one, mark)
                    value.append(entry)
                    faults += wrong
                found.append((one, value))
        return ([] if faults else found), faults

    def _mark(self, question: Marks, mark: Mark) -> tuple[dict[str, Any], list[Fault]]:
        names = {label.id: tuple(label.label.values()) for label in question.labels}
        ids, faults = self._named(question, (mark.label,), names)
        entry: dict[str, Any] = {"start": mark.start, "end": mark.end, "label": ids[0] if ids else ""}
        if mark.weight is not None:
            known = {weight.id: tuple(weight.label.values()) for weight in question.weights}
            found = self._weights.setdefault(question.id, Known(known)).id_of(mark.weight)
            if found is None:
                params = {"question": question.id}
                faults = [
                    *faults,
                    Fault("imported.unknown_name", given=mark.weight, allowed=list(known), params=params),
                ]
            entry["weight"] = found
        if mark.count != 1:
            entry["count"] = mark.count
        return entry, faults


def _order(question: QuestionBase, rating: Rating, letter: Letter) -> tuple[Any, list[Fault]]:
    groups = [[letter(system) for system in group] for group in rating.order or ()]
    if any(one is None for group in groups for one in group):
        return None, [Fault("imported.unknown_system", given=[s for g in rating.order or () for s in g])]
    if isinstance(question, Preference):
        return {"better": "tie" if len(groups[0]) > 1 else groups[0][0]}, []
    return groups, []
