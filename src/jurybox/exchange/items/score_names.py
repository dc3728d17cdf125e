"""What people call the columns of scores in tables from before: by a question, or by a system and a question.

Names are compared as those of items are, and without the word that only says that it is a score.
"""

import re
from collections.abc import Collection, Iterable

from jurybox.core import Protocol
from jurybox.exchange.items.synonyms import plain

SCORES = """
    score scores rating ratings grade grades points judgement judgment bewertung punkte puntuación valoración punteggio
    valutazione évaluation pontuação 评分 得分 分数 打分 分
"""
WHOSE = "annotation annotator human manual expert overall total final quality average my 人工 标注 总"
"""What may stand before the word, and says nothing of the question."""
_SCORES = sorted({plain(word) for word in SCORES.split()}, key=len, reverse=True)
_WHOSE = {plain(word) for word in WHOSE.split()}
_SIGNS = re.compile(r"[\W_]+")
_BETWEEN = " _-.:/|"


class ScoreNames:
    """The questions of a protocol under the names that a column of their answers may have."""

    def __init__(self, protocol: Protocol) -> None:
        self._questions: dict[str, str] = {}
        for _, question in protocol.questions():
            labels = [
                label
                for score in protocol.scores
                if score.rule == "value" and score.sources() == (question.id,)
                for label in (score.label or {}).values()
            ]
            for name in (question.id, *question.prompt.values(), *labels):
                self._questions.setdefault(_bare(name), question.id)
        self._ids = [question.id for _, question in protocol.questions()]
        asked = [q.id for _, q in protocol.questions() if q.required and not q.none_is_an_answer]
        self.only = asked[0] if len(asked) == 1 else None
        """The question that a mere "score" answers: the one that must be answered."""

    def asks(self, id: str) -> bool:
        return id in self._ids

    def known(self) -> list[str]:
        return list(self._ids)

    def question(self, name: str) -> str | None:
        """The question that a column of this name answers.

        Its own name may be longer (`objects_score`); a mere `Score` answers the only question there is.
        """
        return self._questions.get(_bare(name)) or (self.only if _is_score(name) else None)

    def of_system(self, column: str, systems: Collection[str] = ()) -> tuple[str, str] | None:
        """System and question of a column such as `alpha_fluency`, where the systems are known or a sign divides it."""
        for system in sorted(systems, key=len, reverse=True):
            for rest in _rest(column, system):
                if question := self.question(rest):
                    return system, question
        for sign in _SIGNS.finditer(column):
            first, last = column[: sign.start()].strip(), column[sign.end() :].strip()
            for system, name in ((first, last), (last, first)):
                if system and (question := self.question(name)) and not self.question(system):
                    return system, question
        return None

    def are_scores(self, column: str, systems: Iterable[str] = ()) -> bool:
        """Whether a column can only hold scores of earlier ratings."""
        return self.question(column) is not None or self.of_system(column, tuple(systems)) is not None


def _bare(name: str) -> str:
    """A name without the word for a score, and without the s of several.

    >>> _bare("Objects"), _bare("object_score"), _bare("对象得分"), _bare("Score"), _bare("Fluency (1-5)")
    ('object', 'object', '对象', 'score', 'fluency')
    """
    text = plain(re.sub(r"[(（\[].*?[)）\]]", "", name))
    for word in _SCORES:
        if text.endswith(word) and len(text) > len(word):
            text = text.removesuffix(word)
            break
    return text.removesuffix("s") if len(text) > 3 else text


def _is_score(name: str) -> bool:
    """
    >>> [_is_score(name) for name in ("Score", "Annotation Score", "人工评分", "BLEU score", "Source")]
    [True, True, True, False, False]
    """
    text = plain(re.sub(r"[(（\[].*?[)）\]]", "", name)).rstrip("0123456789")
    return any(text == word or (text.endswith(word) and text.removesuffix(word) in _WHOSE) for word in _SCORES)


def _rest(column: str, system: str) -> Iterable[str]:
    """What a column's name says beside the name of a system, at its end or at its beginning."""
    if column.startswith(system):
        yield column[len(system) :].strip(_BETWEEN)
    if column.endswith(system):
        yield column[: -len(system)].strip(_BETWEEN)
