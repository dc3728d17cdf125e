"""The scorer gives what one judgement after the other gives, whatever the protocol asks and the raters leave out."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from jurybox.core import Answer, Answers, Protocol, Score
from jurybox.protocols import lint_text
from jurybox.studies.results.table.columns import MOST_SEGMENTS
from tests.fixtures.small import CHOICE, MARKS, SCALE, SLIDER, STEPPER, TAGS, TICK, Spec, document, protocol
from tests.unit.studies.results.score_oracle import about_of, number_of, scores_of
from tests.unit.studies.results.scored import Visit, by_place, by_rule, key, scored

ONE_OF: Spec = {**CHOICE, "most": 1}
NUMBERS = (SCALE, SLIDER, STEPPER, TICK)
MORE: dict[str, Spec] = {"choice": {"least": 0}, "marks": {"field": "source"}}
MARK = st.builds(
    lambda label, weight, count: {
        "start": 0, "end": 1, "label": label, "weight": "full" if label == "relation" else weight, "count": count,
    },
    st.sampled_from(["object", "relation"]), st.sampled_from(["full", "half"]), st.integers(1, 3),
)  # fmt: skip
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "scale": st.integers(1, 5),
    "slider": st.integers(0, 20).map(lambda n: n / 2),
    "stepper": st.integers(0, 9).map(lambda n: n / 2),
    "tags": st.sets(st.sampled_from(["wrong", "other", "typo"])).map(lambda ids: [{"id": id} for id in sorted(ids)]),
    "marks": st.lists(MARK, max_size=3),
}


def value_of(question: Spec) -> st.SearchStrategy[Any]:
    if question["type"] != "choice":
        return VALUES[question["type"]]
    names = [option["id"] for option in question["options"]]
    return st.lists(st.sampled_from(names), unique=True, max_size=question.get("most", 1))


@st.composite
def questions(draw: st.DrawFn, abouts: list[str]) -> list[Spec]:
    found = []
    for n in range(draw(st.integers(1, 6))):
        base = draw(st.sampled_from([*NUMBERS, TAGS, MARKS, CHOICE, ONE_OF]))
        more: Spec = MORE.get(base["type"], {})
        about, required = draw(st.sampled_from(abouts)), draw(st.booleans())
        found.append({**base, **more, "id": f"q{n}", "about": about, "required": required})
    return found


def kind(question: Spec) -> str:
    return "tick" if len(question.get("options", ())) == 1 else str(question["type"])


@st.composite
def scores(draw: st.DrawFn, asked: list[Spec]) -> list[Spec]:
    """Of every rule; a name may be that of a question."""
    found: list[Spec] = []
    about = {question["id"]: question["about"] for question in asked}
    sets = {question["id"]: question for question in asked if kind(question) in ("tags", "marks", "choice", "tick")}
    misfits = {id for id, question in sets.items() if kind(question) != "tick"}
    for n in range(draw(st.integers(1, 5))):
        known = [id for id in about if id not in misfits]
        rules = [*(["value", "mean", "sum", "weighted"] if known else []), *(["count", "marks"] if sets else [])]
        rule = draw(st.sampled_from(rules))
        if rule in ("count", "marks"):
            fitting = [id for id in sets if rule == "count" or kind(sets[id]) == "marks"]
            if not fitting:
                continue
            of: Any = draw(st.sampled_from(fitting))
            spec = {"rule": rule, "of": of, **draw(narrowed(sets[of]))}
        else:
            names = draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True))
            names = [
                name for name in names if {about[names[0]], about[name], "unit"} != {"candidate", "segment", "unit"}
            ]
            of = {"value": names[0], "weighted": {name: draw(st.sampled_from([-1, 0.5, 3])) for name in names}}
            spec = {"rule": rule, "of": of.get(rule, names)}
        sources = [spec["of"]] if isinstance(spec["of"], str) else list(spec["of"])
        parts = {about[name] for name in sources} - {"unit"}
        if len(parts) > 1:
            continue
        id = draw(st.sampled_from([f"s{n}", sources[0]]))
        id = f"s{n}" if id in [score["id"] for score in found] else id
        about[id] = parts.pop() if parts else "unit"
        found.append({"id": id, **spec})
    return found


def narrowed(question: Spec) -> st.SearchStrategy[Spec]:
    some: dict[str, list[Spec]] = {
        "tags": [{"tag": "wrong"}, {"category": "form"}, {"category": "content", "tag": "wrong"}],
        "marks": [{"mark": "object"}, {"mark": "relation"}],
        "tick": [{"option": "yes"}],
        "choice": [{"option": "one"}, {"option": "three"}],
    }
    return st.sampled_from([{}, *some[kind(question)]])


@dataclass(frozen=True)
class Drawn:
    protocol: Protocol
    visits: list[Visit]
    gone: frozenset[int]
    unseen: list[tuple[str, int, Any]]
    """What rules made in stages that nobody needs to see: question, candidate, value."""


@st.composite
def drawn(draw: st.DrawFn) -> Drawn:
    has_segments = draw(st.booleans())
    asked = draw(questions(["unit", "candidate", "segment"] if has_segments else ["unit", "candidate"]))
    split = draw(st.integers(0, len(asked)))
    stages = [part for part in (asked[:split], asked[split:]) if part]
    many = 1 if has_segments else draw(st.integers(1, 3))
    spec = document(
        stages=[{"id": f"stage{n}", "show": ["source", "output"], "ask": ask} for n, ask in enumerate(stages)],
        unit={"segments": 2, "candidates": 1} if has_segments else {"candidates": many},
        scores=draw(scores(asked)),
    )
    assert lint_text(json.dumps(spec), "drawn.json") == []
    ruled = draw(rule_made(asked, many))
    visits = [draw(visit(n, stages, many, 2 if has_segments else 0, ruled)) for n in range(draw(st.integers(1, 5)))]
    gone = draw(st.sets(st.sampled_from([10, 11, 20, 21]), max_size=2))
    unseen = [(id, int(target), value) for (id, target), value in ruled.items() if draw(st.booleans())]
    return Drawn(protocol(**{key: spec[key] for key in ("stages", "unit", "scores")}), visits, frozenset(gone), unseen)


@st.composite
def rule_made(draw: st.DrawFn, asked: list[Spec], many: int) -> dict[tuple[str, str], Any]:
    """By question and candidate: what a rule answers, whoever looks. Items have candidates 10, 11, … and 20, 21, …"""
    places = [
        (question, str(item * 10 + n))
        for question in asked if question["about"] == "candidate"
        for item in (1, 2) for n in range(many)
    ]  # fmt: skip
    chosen = draw(st.lists(st.sampled_from(places), max_size=3)) if places else []
    return {(question["id"], target): draw(value_of(question)) for question, target in chosen}


@st.composite
def visit(
    draw: st.DrawFn, assignment: int, stages: list[list[Spec]], many: int, segments: int,
    ruled: dict[tuple[str, str], Any],
) -> Visit:  # fmt: skip
    item = draw(st.sampled_from([1, 2]))
    shown = draw(st.permutations([item * 10 + n for n in range(many)]))
    found = Visit(assignment, item, tuple(shown))
    for n in draw(st.sets(st.sampled_from(range(len(stages))), min_size=1)):
        answers: Answers = {}
        for question in stages[n]:
            for target in found.targets(question["about"], segments):
                if (question["id"], target) in ruled:
                    answer: Answer | None = Answer(value=ruled[question["id"], target], by="rule")
                else:
                    said = value_of(question).map(lambda value: Answer(value=value, by="rater"))
                    nothing = st.just(Answer(cannot="Too dark.", by="rater"))
                    answer = draw(st.one_of(st.none(), nothing, said, said, said))
                if answer is not None:
                    answers.setdefault(question["id"], {})[target] = answer
        found.stages[n] = answers
    return found


@dataclass
class Plain:
    """All scores by the oracle: one visit after the other."""

    drawn: Drawn

    def everybody(self) -> Answers:
        """What a rule made for anybody, it made for everybody."""
        found: Answers = {}
        for visit in self.drawn.visits:
            for question, cells in visit.answers().items():
                made = {t: c for t, c in cells.items() if c.by == "rule" and int(t) not in self.drawn.gone}
                found.setdefault(question, {}).update(made)
        for question, candidate, value in self.drawn.unseen:
            found.setdefault(question, {})[str(candidate)] = Answer(value=value, by="rule")
        return found

    def lacks_unit(self, score: Score, visit: Visit, answers: Answers, target: str) -> bool:
        """Whether all was said of the part, and not what was asked about the unit."""
        protocol = self.drawn.protocol
        at = list(protocol.scores).index(score)
        found = scores_of(protocol, answers, target)
        earlier = {before.id: found[before.id] for before in protocol.scores[:at]}
        about, stages = self.about_and_stages(at)
        values = {name: number_of(protocol, name, answers, target, earlier) for name in score.sources()}
        of_unit = {name for name in values if about[name] == "unit"}
        parts = [values[name] for name in values if name not in of_unit]
        lacking = [name for name in of_unit if values[name] is None and stages[name] & set(visit.stages)]
        return bool(parts) and None not in parts and bool(lacking)

    def about_and_stages(self, end: int) -> tuple[dict[str, str], dict[str, set[int]]]:
        """Of every question, and of the scores before one."""
        protocol = self.drawn.protocol
        stages = {q.id: {n} for n, stage in enumerate(protocol.stages) for q in stage.ask}
        about: dict[str, str] = {question.id: question.about for _, question in protocol.questions()}
        for score in protocol.scores[:end]:
            stages[score.id] = set().union(*(stages[name] for name in score.sources()))
            about[score.id] = about_of(protocol)[score.id]
        return about, stages

    def scores(self) -> tuple[dict[str, dict[tuple[int, int], float]], dict[str, dict[int, float]], int]:
        """People's scores and those of rules, by their place, and how many lack only what is about the unit."""
        protocol, everybody = self.drawn.protocol, self.everybody()
        own = [score for score in protocol.scores if score.rule != "value"]
        said: dict[str, dict[tuple[int, int], float]] = {score.id: {} for score in own}
        lacking = 0
        for visit in self.drawn.visits:
            answers = {
                q.id: {**everybody.get(q.id, {}), **visit.answers().get(q.id, {})} for _, q in protocol.questions()
            }
            for score in own:
                about = about_of(protocol)[score.id]
                for target in visit.targets(about, protocol.unit.fixed, self.drawn.gone):
                    value = scores_of(protocol, answers, target)[score.id]
                    if value is None:
                        lacking += score.rule not in ("count", "marks") and self.lacks_unit(
                            score, visit, answers, target
                        )
                    elif scores_of(protocol, everybody, target)[score.id] is None:
                        said[score.id][visit.assignment, key(protocol, visit, about, target)] = value
        return said, self.by_rules(list(said), everybody), lacking

    def by_rules(self, own: list[str], everybody: Answers) -> dict[str, dict[int, float]]:
        made: dict[str, dict[int, float]] = {id: {} for id in own}
        for target in {target for cells in everybody.values() for target in cells}:
            for id, value in scores_of(self.drawn.protocol, everybody, target).items():
                if id in own and value is not None:
                    made[id][int(target) * MOST_SEGMENTS] = value
        return made


@settings(max_examples=250, deadline=None)
@given(drawn())
def test_the_scorer_and_one_judgement_at_a_time_give_the_same(one: Drawn):
    asked = {question.id: question for _, question in one.protocol.questions()}
    unseen = [(asked[id], candidate, value) for id, candidate, value in one.unseen]
    taken, found = scored(one.protocol, one.visits, one.gone, unseen)
    said, made, lacking = Plain(one).scores()
    for score in one.protocol.scores:
        event(f"{score.rule} of {'+'.join(sorted({asked[n].about for n in score.sources() if n in asked}))}")
    for id in said:
        assert by_place(taken, found[id].answers) == pytest.approx(said[id]), id
        assert by_rule(found[id].answers) == pytest.approx(made[id]), id
    assert sum(column.answers.left_out for column in found.values()) == lacking
