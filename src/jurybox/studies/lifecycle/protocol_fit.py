"""What of a draft still fits when it gets another protocol: texts, settings, how its files are read."""

from collections.abc import Mapping

from jurybox.core import JsonObject, Protocol, Refused, Settings, default_settings
from jurybox.exchange.items import Reading, read_reading
from jurybox.studies.lifecycle.mapping import uses_for
from jurybox.studies.lifecycle.settings_input import changed_settings


def texts_fit(before: Protocol, after: Protocol) -> bool:
    """Whether texts that were read for one protocol have all that the other needs, in the same places."""
    if before.unit.segments != after.unit.segments:
        return False
    for name, wanted in after.fields.items():
        there = before.fields.get(name)
        if there is None:
            if not wanted.optional:
                return False
        elif (there.type, there.per) != (wanted.type, wanted.per) or (there.optional and not wanted.optional):
            return False
    return True


def answers_fit(before: Protocol, after: Protocol) -> bool:
    """Whether what is known of answers stays true: every question is asked as before."""
    return [question for _, question in before.questions()] == [question for _, question in after.questions()]


def settings_that_fit(before: Protocol, settings: Settings, after: Protocol) -> tuple[Settings, list[str]]:
    """The settings under another protocol, and the names of those that go back to what it asks for.

    What nobody had changed is as the other protocol wants it.
    """
    usual, kept = default_settings(before).model_dump(), default_settings(after)
    lost = []
    for name, value in settings.model_dump().items():
        if value == usual[name]:
            continue
        wish = _known_parts(after, name, value)
        is_whole = wish == value or isinstance(wish, int)
        try:
            kept = changed_settings(after, kept, {name: wish})
        except Refused:
            is_whole = False
        if not is_whole:
            lost.append(name)
    return kept, lost


def _known_parts(protocol: Protocol, name: str, value: object) -> object:
    """A setting without what names stages and examples that there are no more; a quorum that is even is a number."""
    stages = {stage.id for stage in protocol.stages}
    if name == "quorum" and isinstance(value, dict):
        numbers = set(value.values())
        return numbers.pop() if len(numbers) == 1 else {id: n for id, n in value.items() if id in stages}
    if name == "group_quorum" and isinstance(value, dict):
        return {group: {id: n for id, n in own.items() if id in stages} for group, own in value.items()}
    if name == "calibration" and isinstance(value, dict) and value["chosen"]:
        known = {example.id for example in protocol.examples if example.calibration}
        return {**value, "chosen": [id for id in value["chosen"] if id in known] or None}
    return value


def reading_that_fits(said: Mapping[str, object], after: Protocol) -> JsonObject:
    """How files are read, without what names fields that there are no more.

    Columns that were no use before may be now: they are guessed anew.
    """
    reading = read_reading(said)
    uses = set(uses_for(after))
    ruled = any(rule.when.empty for rule in after.rules)
    kept: dict[str, object] = {
        **reading.said(),
        "map": {name: column for name, column in reading.map.items() if name in uses},
        "split": [name for name in reading.split if name in uses],
        "ignore": [],
        "empty": None if reading.empty == "rule" and not ruled else reading.empty,
    }
    return Reading.model_validate(kept).said()
