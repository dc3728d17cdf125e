"""A task as it would come in, to look at before anything is stored: what is shown, and when."""

from dataclasses import dataclass

from jurybox.exchange.files import at, short
from jurybox.exchange.label_studio.tasks import Task
from jurybox.exchange.label_studio.times import Span, TimeReading, TimeSource, apart, rate_of, shown_frames
from jurybox.exchange.label_studio.units import TaskParts

Texts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PreviewSegment:
    number: int
    start: float | None
    end: float | None
    frames: tuple[int, int] | None
    """As a rater sees them counted, from 1, if the clip keeps the rate that the task says."""
    texts: Texts


@dataclass(frozen=True, slots=True)
class TaskPreview:
    place: str
    key: str
    group: str
    systems: tuple[str, ...]
    shown: Texts
    segments: list[PreviewSegment]
    outputs: list[Texts]
    """By system, where there are no segments."""
    times: dict[TimeSource, list[Span]]
    """What each source says, without the offset."""
    apart: float
    is_repeat: bool
    clip: str = ""
    """The name of the clip, where there is one."""


def preview_of(
    task: Task, made: TaskParts, times: dict[TimeSource, list[Span]], timing: TimeReading, clip: str
) -> TaskPreview:
    """`times` are what each source says; `clip` is the name of what the segments are parts of."""
    rate = rate_of(task, timing)
    segments = []
    for number, (shared, each) in enumerate(zip(made.segments, made.outputs[0][1], strict=True), 1):
        start, end = (float(shared[name]) if name in shared else None for name in ("start", "end"))
        frames = shown_frames((start, end), rate) if rate and start is not None and end is not None else None
        texts = _texts({**{k: v for k, v in shared.items() if k not in ("start", "end")}, **each})
        segments.append(PreviewSegment(number, start, end, frames, texts))
    shown = {**{k: v for k, v in made.item.items() if k != "group"}, **(made.outputs[0][0] if made.segments else {})}
    outputs = [] if made.segments else [_texts(own) for own, _ in made.outputs]
    return TaskPreview(
        place=at(made.place),
        key=made.key,
        group=made.item.get("group", ""),
        systems=made.systems,
        shown=_texts(shown),
        segments=segments,
        outputs=outputs,
        times=times,
        apart=apart(times),
        is_repeat=made.is_repeat,
        clip=clip,
    )


def _texts(values: dict[str, str]) -> Texts:
    return [(name, short(value)) for name, value in values.items() if value.strip()]
