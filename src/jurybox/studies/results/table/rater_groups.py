"""Groups of raters: those that the organiser put them in, their language, or what they said of themselves."""

from collections.abc import Callable, Sequence

from jurybox.core import Refused
from jurybox.store import MembershipRow, Run, onboarding, people
from jurybox.studies.results.table.codes import Groups, coded, rater_label
from jurybox.studies.study import StudyView

NOT_KNOWN = "-"
GROUP, LANGUAGE = "group", "language"


def rater_groups(run: Run, view: StudyView, raters: Sequence[str], column: str) -> Groups:
    """The group of each rater of a table; a column that there is not is refused with those that there are."""
    asked = [question.id for question in view.settings.questionnaire]
    known = [GROUP, LANGUAGE, *(id for id in asked if id not in (GROUP, LANGUAGE))]
    if column not in known:
        raise Refused.of("analysis.unknown_rater_column", "raters_by", column, known)
    read = _reader(run, column)
    members = {rater_label(number): member for number, member in enumerate(people.memberships(run, view.id))}
    return {column: coded([read(members[rater]) or NOT_KNOWN for rater in raters])}


def _reader(run: Run, column: str) -> Callable[[MembershipRow], str | None]:
    if column == GROUP:
        return lambda member: ", ".join(sorted(member.groups))
    if column == LANGUAGE:
        return lambda member: member.language

    def said(member: MembershipRow) -> str | None:
        found = onboarding.about_rater(run, member.id)
        return None if found is None else found.answers.get(column, "").strip()

    return said
