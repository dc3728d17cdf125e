"""The worked examples of a study for the guideline sheet of one stage: only what that stage shows and asks."""

from collections.abc import Iterator

from jurybox.core import LETTERS, Example
from jurybox.exchange.workbooks import BookExample, ExamplePart, SaidOfExample, Speaker, rule_for
from jurybox.store import Content
from jurybox.studies.carry.workbooks.rows import TaskRows, fields_of
from jurybox.studies.study import StudyView


def examples_of(view: StudyView, number: int, rows: TaskRows, speaker: Speaker) -> list[BookExample]:
    """The examples of which the guideline answers something that the stage asks.

    Whoever gets a workbook has rated those that come before the first task.
    """
    return list(_Examples(view, number, rows, speaker).all())


class _Examples:
    def __init__(self, view: StudyView, number: int, rows: TaskRows, speaker: Speaker) -> None:
        self.view, self.rows, self.speaker = view, rows, speaker
        self.questions = {q.id: q for q in view.stage(number).ask if rule_for(q) is not None}
        self.about_outputs = any(q.about == "output" for q in self.questions.values())
        self.headings = {column.name: column.heading for column in fields_of(view, number, speaker)}

    def all(self) -> Iterator[BookExample]:
        for n, content in sorted(self.view.examples.items()):
            example = self.view.protocol.examples[n]
            if any(answer.question in self.questions for answer in example.answers):
                yield self._example(example, content)

    def _example(self, example: Example, content: Content) -> BookExample:
        texts, pictures = self.rows.shown(content, None, None)
        parts = [self._part(example, name, own, texts) for name, own in self._own(content)]
        say = self.speaker.say
        title, note = (say(text) if text else "" for text in (example.title, example.note))
        shown = {self.headings[name]: text for name, text in texts.items()}
        return BookExample(title, shown, list(pictures.values()), [part for part in parts if part], note)

    def _own(self, content: Content) -> Iterator[tuple[str, dict[str, str]]]:
        """(target, texts) of every candidate, or every segment of the one there is; last, what is about the whole."""
        candidates = list(content.candidates)
        segments = range(1, len(content.segments) + 1)
        for letter, candidate in zip(LETTERS, candidates, strict=False):
            yield letter, self.rows.shown(content, candidate, None)[0]
            for n in segments:
                target = str(n) if len(candidates) == 1 and not self.about_outputs else f"{letter}.{n}"
                yield target, self.rows.shown(content, candidate, n)[0]
        for n in segments if len(candidates) > 1 else ():
            yield str(n), self.rows.shown(content, None, n)[0]
        yield "unit", {}

    def _part(self, example: Example, target: str, own: dict[str, str], whole: dict[str, str]) -> ExamplePart | None:
        said = [
            SaidOfExample(self.questions[a.question], a.value, self.speaker.say(a.why) if a.why else "")
            for a in example.answers
            if a.target == target and a.question in self.questions
        ]
        texts = {self.headings[name]: text for name, text in own.items() if whole.get(name) != text}
        alone = len(example.candidates) == 1 and target in LETTERS
        name = "" if target == "unit" or alone else target
        return ExamplePart(name, texts, said) if texts or said else None
