"""Edit: the text as the rater would have it. Nothing is sent until something was changed, or that nothing need be."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, TypeGuard, cast

from pydantic import Field

from jurybox.core.edit_distance import edit_counts, plain_text, share_apart
from jurybox.core.errors import Fault
from jurybox.core.model import Name
from jurybox.core.questions.base import Measure, Named, QuestionBase
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.values import EditAnswer, Value

LONGEST_EDIT = 20_000
COUNTS = ("characters", "words", "of_characters", "of_words")
"""What the server counts: edits, and how many characters and words the edited text has."""
Counted = Literal["characters", "words", "character_rate"]


class Edit(QuestionBase):
    """{text}; {text, unchanged: true} where the rater says that nothing is to be changed. Stored with the counts."""

    type: Literal["edit"] = "edit"
    field: Name = "output"
    longest: Annotated[int, Field(ge=1, le=LONGEST_EDIT)] = LONGEST_EDIT
    unchanged: bool = True
    """Whether a rater may say that there is nothing to change."""

    is_by_hand: ClassVar[bool] = True

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not _is_edit(value):
            yield Fault("answer.not_an_edit", given=value, allowed={"text": "…", "unchanged": True})
            return
        text, is_unchanged = value["text"], bool(value.get("unchanged"))
        if len(text) > self.longest:
            yield Fault("answer.text_too_long", given=len(text), allowed=self.longest)
        elif not text.strip():
            yield Fault("answer.empty_text")
        elif is_unchanged and not self.unchanged:
            yield Fault("answer.must_be_changed")
        elif (shown := frame.text(self.field, target)) is not None:
            is_same = plain_text(shown) == plain_text(text)
            if is_same and not is_unchanged:
                yield Fault("answer.edit_untouched")
            elif is_unchanged and not is_same:
                yield Fault("answer.not_unchanged")

    def stored(self, value: Value, target: str, frame: Frame) -> Value:
        """With what was counted here, whatever was sent; what was said to be unchanged is the very text shown.

        An optional field that an item lacks is an empty text, to be written.
        """
        said, shown = cast(EditAnswer, value), frame.text(self.field, target) or ""
        if said.get("unchanged"):
            return _with_counts({"text": shown, "unchanged": True}, shown)
        return _with_counts({"text": said["text"]}, shown)

    def measure(self) -> Measure:
        return Measure("edit", "interval", lowest=0, ranks=True, lower_is_better=True)

    def example_cell(self) -> None:
        return None

    def names(self) -> tuple[Named, ...]:
        return ()

    def held(self, value: Value) -> list[str]:
        return []

    def number(self, value: Value) -> float | None:
        """Edits of words for each word of the edited text: a TER without shifts."""
        said = cast(EditAnswer, value)
        return said["words"] / said["of_words"] if said.get("of_words") else None

    def counted(self, value: Value, what: Counted) -> float | None:
        """What a score takes instead of the rate of words."""
        said = cast(EditAnswer, value)
        if what == "words":
            return said.get("words")
        if what == "characters":
            return said.get("characters")
        return said["characters"] / said["of_characters"] if said.get("of_characters") else None

    def apart(self, value: Value, other: Value) -> float:
        """What is different between two edits of one text, as a share of the longer one."""
        return share_apart(cast(EditAnswer, value)["text"], cast(EditAnswer, other)["text"])

    def named_in(self, value: Value) -> list[str]:
        return ["unchanged" if cast(EditAnswer, value).get("unchanged") else "changed"]

    def condition_names(self) -> list[str]:
        return ["changed", "unchanged"] if self.unchanged else ["changed"]

    @property
    def edited_field(self) -> str:
        return self.field


def _with_counts(said: EditAnswer, shown: str) -> EditAnswer:
    counts = edit_counts(shown, said["text"])
    said["characters"], said["words"] = counts.characters, counts.words
    said["of_characters"], said["of_words"] = counts.of_characters, counts.of_words
    return said


def _is_edit(value: object) -> TypeGuard[EditAnswer]:
    if not isinstance(value, Mapping) or set(value) - {"text", "unchanged", *COUNTS}:
        return False
    return isinstance(value.get("text"), str) and value.get("unchanged") in (None, True, False)
