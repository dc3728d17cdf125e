"""Questions to the organiser, replies to one or all, and guidelines that change while people rate."""

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.studies.lifecycle import change
from jurybox.studies.people import enquiries
from jurybox.studies.rating import EnquiryWish, panel
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import GUIDELINE, Packet, Played, PlayedRater, judgement_id, lines, open_study


@pytest.fixture
def study(bench: Workbench) -> Played:
    return open_study(bench, lines(3))


def ask(rater: PlayedRater, text: str = "What is a title?", packet: Packet | None = None) -> str:
    id = judgement_id()
    asked = EnquiryWish(id, text, packet["assignment"], packet["stage"]) if packet else EnquiryWish(id, text)
    assert rater.call(panel.enquire, asked) is True
    return id


def told(rater: PlayedRater) -> tuple[list[str], list[tuple[str, str]], int]:
    """Replies to own enquiries, what was published of others, and how much of it is unread."""
    found = rater.call(panel.own_enquiries, reading=True)
    own = [reply["text"] for asked in found["enquiries"] for reply in asked["replies"]]
    return own, [(entry["question"], entry["text"]) for entry in found["published"]], found["unread"]


def test_a_reply_goes_to_who_asked_and_when_published_to_all(study: Played) -> None:
    ann, bo = study.rater("Ann"), study.rater("Bo")
    packet = ann.one()
    first, second = ask(ann, "Mine?", packet), ask(ann, "For all?")
    enquiries.reply(study.bench, study.key, first, enquiries.ReplyDraft("Only yours."))
    enquiries.reply(
        study.bench, study.key, second, enquiries.ReplyDraft("For everybody.", publish=True, question="For whom?")
    )
    assert told(ann) == (["Only yours.", "For everybody."], [], 2)
    assert told(bo) == ([], [("For whom?", "For everybody.")], 1)
    bo.call(panel.acknowledge, None, None, 1)
    assert told(bo)[2] == 0
    assert told(ann)[2] == 2


def test_the_organiser_sees_who_asked_about_what(study: Played) -> None:
    ann = study.rater("Ann")
    packet = ann.one()
    id = ask(ann, "This one?", packet)
    (shown,) = enquiries.list_enquiries(study.bench, study.key)
    assert (shown["id"], shown["name"], shown["stage"]) == (id, "Ann", "rating")
    assert shown["item"] == study.item_of(packet)
    enquiries.reply(study.bench, study.key, id, enquiries.ReplyDraft("Yes."))
    assert enquiries.list_enquiries(study.bench, study.key, waiting=True) == []
    assert len(enquiries.list_enquiries(study.bench, study.key)) == 1


def test_sending_an_enquiry_again_is_harmless_and_bad_ones_are_refused(study: Played) -> None:
    ann, bo = study.rater("Ann"), study.rater("Bo")
    id = ask(ann)
    assert ann.call(panel.enquire, EnquiryWish(id, "What is a title?", lang="en")) is False
    bad = [
        (bo, EnquiryWish(id, "x"), Conflict),
        (ann, EnquiryWish("no-uuid", "x"), Refused),
        (ann, EnquiryWish(judgement_id(), "  "), Refused),
        (ann, EnquiryWish(judgement_id(), "x" * 5000), Refused),
        (bo, EnquiryWish(judgement_id(), "x", ann.one()["assignment"], "rating"), NotFound),
    ]
    for rater, wish, error in bad:
        with pytest.raises(error):
            rater.call(panel.enquire, wish)
    assert len(sql(study.bench, "SELECT id FROM enquiry")) == 1


def test_nobody_asks_without_end(study: Played) -> None:
    ann = study.rater()
    for _ in range(panel.MOST_A_DAY):
        ask(ann)
    with pytest.raises(Refused):
        ask(ann)


def test_replies_to_what_nobody_asked_are_refused(study: Played) -> None:
    with pytest.raises(NotFound):
        enquiries.reply(study.bench, study.key, "none", enquiries.ReplyDraft("x"))
    id = ask(study.rater())
    with pytest.raises(Refused):
        enquiries.reply(study.bench, study.key, id, enquiries.ReplyDraft(" "))
    other = open_study(study.bench, lines(1), key="other")
    with pytest.raises(NotFound):
        enquiries.reply(study.bench, other.key, id, enquiries.ReplyDraft("x"))


def test_a_page_learns_that_something_is_new_with_its_next_unit(study: Played) -> None:
    ann = study.rater()
    before = ann.ask()["news"]
    study.rater("Bo")
    assert ann.ask()["news"] == before
    enquiries.reply(study.bench, study.key, ask(ann), enquiries.ReplyDraft("Yes."))
    assert ann.ask()["news"] > before
    assert ann.call(panel.news, reading=True)["unread"] == 1


def changes_for(rater: PlayedRater) -> list[tuple[str, str]]:
    found = rater.call(panel.guideline, "en", reading=True)
    return [(change["kind"], change["text"]) for change in found["changes"]]


def test_who_has_begun_is_told_what_changed_until_they_acknowledge_it(study: Played) -> None:
    begun, fresh = study.rater("Begun"), study.rater("Fresh")
    begun.one()
    study.bench.world.clock.forward(1)  # type: ignore[attr-defined]
    change.revise_guideline(study.bench, study.key, "en", f"{GUIDELINE} And slowly.", "slower")
    assert changes_for(begun) == [("added", "And slowly.")]
    assert begun.call(panel.news, reading=True)["changed"] == ["en"]
    assert changes_for(fresh) == []
    begun.call(panel.acknowledge, "en", 2, None)
    assert changes_for(begun) == []
    assert begun.call(panel.news, reading=True)["changed"] == []
    change.revise_guideline(study.bench, study.key, "en", "And slowly.", "shorter")
    assert changes_for(begun) == [("removed", GUIDELINE)]
    begun.submit(begun.one())
    (hash,) = sql(study.bench, "SELECT hash FROM guideline WHERE revision = 3")[0]
    assert study.log()[-1]["guideline_hash"] == hash


def test_a_guideline_that_is_empty_unchanged_or_of_no_language_is_refused(study: Played) -> None:
    for lang, prose, error in (("en", " ", Refused), ("en", GUIDELINE, Conflict), ("English", "x", Refused)):
        with pytest.raises(error):
            change.revise_guideline(study.bench, study.key, lang, prose, "")
    change.revise_guideline(study.bench, study.key, "gn", "Guarani.", "a new language")
    assert sorted(study.view.guidelines) == ["en", "gn"]
