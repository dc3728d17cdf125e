"""Tags: any number of named things in categories; a tag may open a text field."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, cast

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.questions.base import Measure, Named, QuestionBase, all_or_nothing, twice, unknown
from jurybox.core.questions.frame import Frame
from jurybox.core.questions.values import TagAnswer, Value
from jurybox.core.text import Text

LONGEST_TEXT = 10_000


class Tag(Model):
    """`aliases` are other names under which the tag is known; `counts: false` keeps it out of rates and agreement."""

    id: Name
    label: Text
    definition: Text | None = None
    examples: tuple[Text, ...] = ()
    aliases: tuple[str, ...] = ()
    opens_text: bool = False
    counts: bool = True
    ours: bool = False


class Category(Model):
    id: Name
    label: Text
    definition: Text | None = None
    tags: Annotated[tuple[Tag, ...], Field(min_length=1)]


class Tags(QuestionBase):
    """An empty list is an answer: looked at, nothing found."""

    type: Literal["tags"] = "tags"
    categories: Annotated[tuple[Category, ...], Field(min_length=1)]

    part_key: ClassVar[str] = "tag"

    def all_tags(self) -> dict[str, Tag]:
        return {tag.id: tag for category in self.categories for tag in category.tags}

    def faults(self, value: object, target: str, frame: Frame) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault("answer.not_a_list", given=value, allowed=[{"id": "…"}])
            return
        known = self.all_tags()
        seen: set[str] = set()
        for i, entry in enumerate(value):
            yield from _entry_faults(entry, known, seen, f"[{i}]")

    @property
    def none_is_an_answer(self) -> bool:
        return True

    def measure(self) -> Measure:
        return Measure("tags", "nominal")

    def names(self) -> tuple[Named, ...]:
        return tuple(
            Named(tag.id, tag.label, category.id, tag.counts, tag.opens_text, tag.aliases)
            for category in self.categories
            for tag in category.tags
        )

    def held(self, value: Value) -> list[str]:
        return [tag["id"] for tag in self.said(value)]

    def said(self, value: Value) -> list[TagAnswer]:
        """A sound answer, tag by tag."""
        return cast(list[TagAnswer], value)

    def category_labels(self) -> dict[str, Text]:
        return {category.id: category.label for category in self.categories}

    def number(self, value: Value) -> None:
        return None

    def apart(self, value: Value, other: Value) -> float:
        """What was written beside a tag is not compared."""
        return all_or_nothing(set(self.held(value)) == set(self.held(other)))

    def duplicates(self) -> Iterator[tuple[str, str]]:
        yield from twice("categories[{}].id", [category.id for category in self.categories])
        seen: set[str] = set()
        for c, category in enumerate(self.categories):
            for t, tag in enumerate(category.tags):
                if tag.id in seen:
                    yield f"categories[{c}].tags[{t}].id", tag.id
                seen.add(tag.id)


def _entry_faults(entry: object, known: dict[str, Tag], seen: set[str], where: str) -> Iterator[Fault]:
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str) or set(entry) - {"id", "text"}:
        yield Fault("answer.not_a_tag", where, entry, {"id": "…", "text": "…"})
        return
    tag = known.get(entry["id"])
    if tag is None:
        yield unknown("answer.unknown_tag", entry["id"], list(known), where)
        return
    if tag.id in seen:
        yield Fault("answer.tag_twice", where, tag.id)
    seen.add(tag.id)
    text = entry.get("text")
    if text is not None and not tag.opens_text:
        yield Fault("answer.tag_takes_no_text", where, text, params={"tag": tag.id})
    elif text is not None and not isinstance(text, str):
        yield Fault("answer.not_a_text", where, text)
    elif text is not None and len(text) > LONGEST_TEXT:
        yield Fault("answer.text_too_long", where, len(text), LONGEST_TEXT)
