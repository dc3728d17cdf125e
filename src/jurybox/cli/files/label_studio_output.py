"""What the command line says of imports from Label Studio and exports to it."""

from typing import TYPE_CHECKING

from jurybox.cli.output import plural, say, say_table

if TYPE_CHECKING:
    from jurybox.studies.carry.label_studio import ImportOutcome, TaskPreview, WrittenTasks

SOME = 10
APART = 0.02
"""Seconds by which two times may differ without a word."""
LOST = {
    "people": "people of films, which have no object there",
    "cannot": "units that could not be judged: written as skipped, with the reason",
    "missing": "answers that say why there is none",
    "reason": "reasons why a number was overwritten",
    "ranking": "rankings",
    "suggested": "suggestions, with what became of them: the answers are there",
    "part": "answers about a segment of several candidates, or about a candidate of several segments",
    "marks": "marks of something that is not in the text, or of another text than the question's own",
    "mark reasons": "reasons of marks",
}


def tell_import(study: str, outcome: "ImportOutcome", dry_run: bool, offset: float) -> None:
    found = outcome.found
    if dry_run:
        _preview(outcome)
    _tell_offset(outcome, offset)
    items = found.items
    batch = found.batch
    if batch is not None:
        systems = [system.name for system in batch.systems if system.name]
        by = f" of {plural(len(systems), 'new system')} ({', '.join(systems)})" if systems else ""
        say(f"{plural(len(batch.items), 'new item')}, {plural(len(batch.outputs), 'output')}{by}.")
    told = f"{plural(items.tasks, 'task')}: {items.new:,} new, {items.known:,} there already"
    say(f"{told}, {plural(items.repeats, 'second copy', 'second copies')} of repeated ones.")
    if items.repeats and not outcome.taken.repeats and not outcome.taken.unchanged:
        say("Which units come again is drawn anew for every rater: jurybox study show tells the share (repeats).")
    _places("Left out as second copies", items.left_out)
    if found.layout.unused:
        say(f"In the tasks, and not imported: {', '.join(found.layout.unused)}.")
    if found.said.annotations:
        _tell_annotations(study, outcome, dry_run)
    if dry_run:
        say("Nothing was stored.")


def _tell_annotations(study: str, outcome: "ImportOutcome", dry_run: bool) -> None:
    said, taken = outcome.found.said, outcome.taken
    left = [
        (said.cancelled, "cancelled"),
        (said.empty, "without an answer"),
        (len(said.incomplete), "incomplete"),
        (len(outcome.found.left_out), "second ones"),
    ]
    out = ", ".join(f"{count:,} {why}" for count, why in left if count)
    say(f"{plural(said.annotations, 'annotation')}" + (f"; left out: {out}." if out else "."))
    _places("Incomplete", said.incomplete)
    _places("Second ones", outcome.found.left_out)
    if said.not_manual:
        say(f"{plural(said.not_manual, 'result')} not made by hand left out.")
    if said.by_rule:
        say(f"{plural(said.by_rule, 'answer')} replaced by what the protocol's rules say.")
    if said.not_carried:
        named = ", ".join(f"{name} ({count:,})" for name, count in said.not_carried.most_common(SOME))
        say(f"Results that no question takes: {named}.")
    names = outcome.found.names
    say(f"Raters: {', '.join(f'{account} is {name}' for account, name in names.items()) or 'none'}.")
    if outcome.waiting:
        ready = plural(outcome.waiting, "judgement")
        say(
            f"{ready} ready."
            if dry_run
            else f"{ready} not taken: the study is a draft. Open it, and import again: --open"
        )
        return
    told = (
        f"{plural(taken.new, 'new judgement')} ({plural(taken.repeats, 'repeat')}), {taken.unchanged:,} there already"
    )
    say(told + (f", {taken.replaced:,} superseding earlier ones." if taken.replaced else "."))
    if taken.new_raters:
        say(f"New raters: {', '.join(taken.new_raters)}.")
    if taken.not_counted:
        kept = ", ".join(f"{count:,} {standing}" for standing, count in taken.not_counted.items())
        say(f"Kept and not counted: {kept}. A quorum that is larger lets more count: jurybox study quorum {study}")
    if taken.not_repeatable:
        say(f"{plural(taken.not_repeatable, 'second rating')} of a stage that can't come again left out.")


def _preview(outcome: "ImportOutcome") -> None:
    say("What the data are taken for:")
    for what, where in outcome.found.layout.lines():
        say(f"  {what}: {where}")
    for one in outcome.found.previews:
        say()
        systems = ", ".join(name for name in one.systems if name)
        repeated = ", repeated" if one.is_repeat else ""
        say(f"{one.place}: item {one.key}" + (f", system {systems}" if systems else "") + repeated)
        for name, text in one.shown:
            say(f"  {name}: {text}")
        for number, texts in enumerate(one.outputs, 1):
            for name, text in texts:
                say(f"  {number}. {name}: {text}")
        if one.segments:
            _segments(one, outcome.found.lengths.get(one.clip))
    say()


def _segments(one: "TaskPreview", length: float | None) -> None:
    """The times and the frames that a rater is shown, counted from 1; beside them what each source says."""
    header = ["SEGMENT", "START", "END", "SHOWN", *(source.upper() for source in one.times), "TEXT"]
    rows = []
    for n, part in enumerate(one.segments):
        said = [f"{spans[n][0]:.3f}-{spans[n][1]:.3f}" for spans in one.times.values()]
        frames = f"{part.frames[0]}-{part.frames[1]}" if part.frames else "-"
        text = "; ".join(text for _, text in part.texts)
        rows.append([part.number, _time(part.start), _time(part.end), frames, *said, text])
    if length is not None:
        rows.append(["clip", "0.000", _time(length), "-", *("-" for _ in one.times), "the whole of it"])
    say_table(header, rows)
    if one.apart > APART:
        say(f"  What the task says in several ways differs by up to {one.apart:.3f} s.")


def _tell_offset(outcome: "ImportOutcome", offset: float) -> None:
    """What to do where times do not fit their clips, or each other."""
    hint, said = outcome.found.offset, f" The offset is {offset:g} s." if offset else ""
    if outcome.found.beyond:
        late = f"Segments end up to {outcome.found.beyond:.3f} s after their clips.{said}"
        say(f"{late} Look at --offset, --times and --fps.")
    if hint is not None and hint.because == "times":
        apart = f"Other times in the tasks are {hint.seconds:g} s later than those that are taken.{said}"
        say(f"{apart} Try --offset {hint.seconds:g}")
    elif hint is not None:
        say(
            f"Every clip is {hint.seconds:g} s longer than its segments, and the first segment is said to begin at 0."
            f"{said} If clips begin before their first segment: --offset {hint.seconds:g}"
        )
    elif any(one.apart > APART for one in outcome.found.previews) and not offset:
        say("Use --offset, --times or --fps where times do not fit.")


def _time(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f}"


def _places(what: str, places: list[str]) -> None:
    if places:
        more = f", and {len(places) - SOME:,} more" if len(places) > SOME else ""
        say(f"{what}: {', '.join(places[:SOME])}{more}.")


def tell_export(written: "WrittenTasks") -> None:
    say(f"  tasks.json, config.xml, and {plural(written.media, 'file')} in media.")
    if written.withdrawn:
        say(f"Left out as withdrawn: {plural(written.withdrawn, 'unit')}.")
    for what in written.not_carried:
        say(f"Label Studio has no place for {what}.")
    for what, count in written.lost.items():
        say(f"Not carried: {count:,} {LOST.get(what, what)}.")
