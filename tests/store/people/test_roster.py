"""Many raters at once: a list is added whole or not at all; the table says how far and how long each worked."""

import pytest

from jurybox.core import Refused
from jurybox.studies.people import add_raters, link_cards, links_file, list_raters, qr_code, revoke_rater, show_roster
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of
from tests.fixtures.studies import lines, open_study


def test_every_line_of_a_list_becomes_a_rater(bench: Workbench) -> None:
    open_study(bench, lines(4, groups=("es", "pt")))
    added = add_raters(bench, "study", "name; groups; language\n\nAna; es | pt; es\nBo\tpt\t\nCy, de\n  Dee ; es\n")
    assert [(r.number, r.name, r.groups, r.language) for r in added] == [
        ("R1", "Ana", ("es", "pt"), "es"),
        ("R2", "Bo", ("pt",), None),
        ("R3", "Cy", (), "de"),
        ("R4", "Dee", ("es",), None),
    ]


def test_a_list_with_faults_adds_nobody_and_names_them_all(bench: Workbench) -> None:
    study = open_study(bench, lines(4, groups=("es", "pt")))
    study.rater("Ana")
    with pytest.raises(Refused) as refused:
        add_raters(bench, "study", f"Ana\nBo; xx\nBo; es; xx\n{'n' * 201}\nCy; es; de; more")
    assert [(fault.code, fault.params.get("line")) for fault in refused.value.faults] == [
        ("rater.line_taken", 1),
        ("rater.line_twice", 2),
        ("rater.line_group", 2),
        ("rater.line_twice", 3),
        ("rater.line_language", 3),
        ("rater.line_name", 4),
        ("rater.line_too_much", 5),
    ]
    assert [info.name for info in list_raters(bench, "study")] == ["Ana"]


@pytest.mark.parametrize("text", ["", " \n\n", "name\n", "\n".join(f"Rater {n}" for n in range(1001))])
def test_a_list_of_nobody_or_of_too_many_is_refused(bench: Workbench, text: str) -> None:
    open_study(bench, lines(2))
    with pytest.raises(Refused) as refused:
        add_raters(bench, "study", text)
    assert [fault.code for fault in refused.value.faults] == ["rater.list_length"]


def test_who_was_revoked_can_be_listed_again(bench: Workbench) -> None:
    open_study(bench, lines(2)).rater("Ana")
    revoke_rater(bench, "study", "Ana")
    assert [info.number for info in add_raters(bench, "study", "Ana")] == ["R2"]


def test_the_table_counts_no_idle_minutes(bench: Workbench) -> None:
    study = open_study(bench, lines(4))
    ann, _ = study.rater("Ann"), study.rater("Bo")
    ann.submit(ann.one(), elapsed_ms=60_000)
    clock_of(bench).forward(minutes=3)
    ann.submit(ann.one(), elapsed_ms=3_600_000)
    first, second = show_roster(bench, "study")
    assert (first.info.done, first.judgements, first.active_ms) == (2, 2, 60_000 + 5 * 60_000)
    assert first.last_seen == "2027-01-15T08:03:00.000000Z"
    assert (second.judgements, second.active_ms, second.last_seen) == (0, 0, None)


def test_links_come_as_pictures_as_mails_and_as_a_table(bench: Workbench) -> None:
    open_study(bench, lines(2))
    add_raters(bench, "study", "Ana <ana@example.org>; ; es\nBo\n=Cy\nDee")
    revoke_rater(bench, "study", "Dee")
    ana, bo, cy = link_cards(bench, "study", "https://jury.example.org")
    assert ana.link.startswith("https://jury.example.org/rate/study/#")
    assert ana.mail_to.startswith("mailto:ana@example.org?subject=Su%20enlace")
    assert ana.mail.startswith("Hola, Ana:")
    assert ana.link in ana.mail
    assert bo.mail_to.startswith("mailto:?subject=Your%20link")
    assert (bo.language, cy.number) == ("en", "R3")
    table = b"".join(links_file([ana, bo, cy])).decode()
    assert table.splitlines()[0] == "number,name,groups,language,link,subject,mail"
    assert "'=Cy" in table
    picture = qr_code(ana.link)
    assert picture.startswith("<svg")
    assert "style" not in picture
