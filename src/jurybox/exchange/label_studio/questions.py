"""The questions of a draft: what each control of a labeling configuration asks, and under which conditions."""

import re

from jurybox.core import Refused
from jurybox.exchange.label_studio.asked import (
    MAKERS,
    MARKERS,
    Control,
    Question,
    Uncarried,
    base,
    categories_of,
    name_of,
)
from jurybox.exchange.label_studio.controls import stem_of
from jurybox.exchange.label_studio.scene import Scene


class Asker:
    """Makes questions of controls; needs the fields to have their names."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def ask(self) -> list[Question]:
        """All questions; Refused where there are none."""
        asked: list[Question] = []
        for about, controls in self._ticks().items():
            ids = [q["id"] for q in asked]
            alone = controls[0] if len(controls) == 1 else None
            id = name_of(alone.stem if alone else "tags", ids)
            made = base(alone or controls[0], self.scene.texts, "tags", id)
            if alone is None:
                made["prompt"] = self.scene.texts.of("Which of these apply?")
            try:
                made["categories"] = categories_of(controls, self.scene.texts)
            except Uncarried as why:
                self.scene.texts.note(controls[0].element, f"Choices {controls[0].stem}: not carried, as {why}.")
                continue
            asked.append({**made, "about": about})
        for control in self.scene.controls:
            made_of = self._question(control, asked)
            if made_of is not None:
                asked.append(made_of)
        if not asked:
            tags = sorted({control.element.tag for control in self.scene.controls})
            raise Refused.of("label_studio.config_no_questions", allowed=tags)
        return asked

    def _is_ticks(self, control: Control) -> bool:
        element = control.element
        return element.tag == "Choices" and element.get("choice") == "multiple" and not element.is_on("perRegion")

    def _ticks(self) -> dict[str, list[Control]]:
        """Controls of ticks by what they are about: together they are one question with categories."""
        found: dict[str, list[Control]] = {}
        for control in filter(self._is_ticks, self.scene.controls):
            found.setdefault(self.scene.about(control), []).append(control)
        return found

    def _question(self, control: Control, asked: list[Question]) -> Question | None:
        element = control.element
        maker = MAKERS.get(element.tag)
        if element.tag == "TimelineLabels":
            self.scene.texts.note(
                element, f"TimelineLabels {control.stem}: segments have times, but raters draw no spans."
            )
            return None
        if maker is None or element.is_on("perRegion") or element.is_on("perItem"):
            why = "of every marked region" if maker else "of a kind that no question has"
            self.scene.texts.note(element, f"{element.tag} {control.stem}: not carried, as it is {why}.")
            return None
        if self._is_ticks(control):
            self._note_when(control)
            return None
        if element.tag == "TextArea" and self._opens(control, asked):
            return None
        try:
            made = maker(control, self.scene.texts, name_of(control.stem, (q["id"] for q in asked)))
        except Uncarried as why:
            self.scene.texts.note(element, f"{element.tag} {control.stem}: not carried, as {why}.")
            return None
        about = made.get("about") or self.scene.about(control)
        if element.tag in MARKERS:
            shown = next((one for one in self.scene.shown if one.name in control.targets and one.field), None)
            if shown is not None and shown.kind != "text":
                self.scene.texts.note(element, f"{element.tag} {control.stem}: not carried, as it marks no text.")
                return None
            about = self._mark_field(control, made)
        if self._note_when(control):
            made["required"] = False
        return {**made, "about": about}

    def _mark_field(self, control: Control, made: Question) -> str:
        """Marks are of one shown text; what they are about follows from it."""
        shown = next((one for one in self.scene.shown if one.name in control.targets and one.field), None)
        made["field"] = shown.field if shown else "output"
        if made["field"] == "output":
            return "segment" if self.scene.segments and control.is_repeated else "candidate"
        return "unit"

    def _opens(self, control: Control, asked: list[Question]) -> bool:
        """A text that is asked when something was ticked belongs to that tag."""
        when = control.when
        if when is None or when.get("visibleWhen") != "choice-selected":
            return False
        stem = stem_of(re.sub(r"\{\{\w+\}\}", "0", when.get("whenTagName")))[0]
        values = [value.strip() for value in when.get("whenChoiceValue").split(",") if value.strip()]
        categories = [one for q in asked for one in q.get("categories", ()) if one["id"] == name_of(stem)]
        named = [tag for one in categories for tag in one["tags"]]
        tags = [tag for tag in named if not values or next(iter(tag["label"].values())) in values]
        for tag in tags:
            tag["opens_text"] = True
        return bool(tags)

    def _note_when(self, control: Control) -> bool:
        """Whether a control was visible only at times; here it always is."""
        if control.when is None:
            return False
        when, attributes = control.when.get("visibleWhen"), control.when.attributes
        on = " ".join(attributes[n] for n in ("whenTagName", "whenChoiceValue", "whenLabelValue") if n in attributes)
        tag, stem = control.element.tag, control.stem
        self.scene.texts.note(
            control.element, f"{tag} {stem}: always asked here, and not only at {when} {on}".rstrip() + "."
        )
        return True
