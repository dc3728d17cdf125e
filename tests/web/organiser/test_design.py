"""The way of a draft in the browser: its design with the line that answers, the check, the plan, opening."""

import json
from typing import Any

import pytest

from jurybox.exchange.items import Reading
from jurybox.studies import planning, results, run_next_job, show_study
from jurybox.studies.lifecycle import change_settings, create
from jurybox.texts import words_in
from tests.fixtures.studies import HIDING, Played, lines, loaded, new_study, open_study
from tests.fixtures.web import Client, Site, make_site, ok, problem
from tests.web.organiser.test_account import forms_of, signed_in
from tests.web.organiser.test_first_minutes import primaries


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def draft(site: Site, items: int = 30, **settings: Any) -> Played:
    return new_study(site.bench, lines(items, "abc"), loaded(), **{"quorum": 2, **settings})


def test_a_draft_with_items_waits_for_its_check(site: Site, client: Client) -> None:
    draft(site)
    page = client.get("/studies/study").text
    assert 'href="/studies/study/check"' in page
    assert "/studies/study/open" not in forms_of(page)
    assert len(primaries(page)) == 1


def test_the_design_shows_every_setting_and_the_line(site: Site, client: Client) -> None:
    draft(site)
    page = client.get("/studies/study/design").text
    for name in (
        "quorum.rating",
        "order",
        "assign",
        "repeats",
        "questionnaire",
        "consent.en",
        "merge",
        "raters",
        "pay",
    ):
        assert f'name="{name}"' in page
    assert ">180<" in page, "judgements"
    assert "would be told apart in four of five such studies" in page
    assert len(primaries(page)) == 1
    assert page.count('aria-current="step"') == 1


def test_the_line_answers_a_change_and_saves_nothing(site: Site, client: Client) -> None:
    study = draft(site)
    answer = client.post("/studies/study/design/estimate", data={"quorum.rating": "5", "pay": "12", "seconds": "60"})
    assert answer.status_code == 200
    assert ">450<" in answer.text
    assert ">90<" in answer.text, "the cost of 7.5 hours"
    assert study.view.settings.quorum == {"rating": 2}
    faulty = client.post("/studies/study/design/estimate", data={"quorum.rating": "none"}).text
    assert 'class="fault"' in faulty


def test_how_much_one_rater_may_do_stands_beside_the_choice_that_decides_it(site: Site, client: Client) -> None:
    draft(site, repeats=0.1)

    def share(**form: str) -> str:
        page = client.post("/studies/study/design/estimate", data=form).text
        return page.partition('id="share"')[2].partition("</p>")[0]

    page = client.get("/studies/study/design").text
    assert page.index('name="assign"') < page.index('id="share"') < page.index('name="units_per_rater"')
    assert page.index('name="units_per_rater"') < page.index('name="repeats"')
    assert "of the judgements are repeats, about " in page
    assert "one rater may do all 90 units" in share(raters="4", assign="pool")
    assert "a limit of 54 leaves some room" in share(raters="4", assign="pool")
    assert "up to 54 units" in share(raters="4", assign="pool", units_per_rater="54")
    assert "everybody the same share, about 45 units" in share(raters="4", assign="fixed")


def test_the_design_is_saved_as_an_event(site: Site, client: Client) -> None:
    study = draft(site)
    form = {
        "quorum.rating": "3",
        "order": "sequential",
        "repeats": "10",
        "consent.en": "I agree.",
        "questionnaire": "standard",
        "calibration": "off",
        "completion_code": "X1",
        "merge": "none",
        "raters": "6",
        "pay": "15",
        "seen": str(study.view.row.version),
        "then": "check",
    }
    answer = client.post("/studies/study/design", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/studies/study/check")
    settings = study.view.settings
    assert (settings.quorum, settings.order, settings.repeats) == ({"rating": 3}, "sequential", 0.1)
    assert (settings.consent, settings.completion_code, settings.merge) == ({"en": "I agree."}, "X1", "none")
    assert len(settings.questionnaire) == 3
    assert planning.estimate_study(site.bench, "study")["cost"] is not None
    again = client.get("/studies/study/design?saved").text
    assert 'value="15"' in again
    assert "Saved." in again


def test_groups_and_stages_have_quorums_of_their_own(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(8, "ab", groups=("es", "fr")), loaded(**HIDING))
    page = client.get("/studies/study/design").text
    assert 'name="group.1.adequacy"' in page
    client.post("/studies/study/design", data={"has_groups": "1", "group.1.adequacy": "4", "quorum.fluency": "2"})
    assert study.view.settings.group_quorum == {"fr": {"adequacy": 4}}
    assert study.view.settings.quorum == {"fluency": 2, "adequacy": 1}


def test_who_saves_after_somebody_else_is_told_and_loses_nothing(site: Site, client: Client) -> None:
    study = draft(site)
    seen = study.view.row.version
    change_settings(site.bench, "study", {"order": "sequential"}, who="Ben")
    form = {"quorum.rating": "7", "consent.en": "A long text.", "seen": str(seen)}
    answer = client.post("/studies/study/design", data=form)
    assert answer.status_code == 409
    assert "Ben changed the same thing" in answer.text
    assert "A long text." in answer.text
    assert 'value="7"' in answer.text
    assert study.view.settings.quorum == {"rating": 2}


def test_the_check_says_what_would_go_wrong_with_where_it_is_mended(site: Site, client: Client) -> None:
    new_study(site.bench, lines(3, "ab"), loaded(), quorum=1)
    page = client.get("/studies/study/check").text
    assert "agreement between raters cannot be computed" in page
    assert "With 3 items no difference between systems can be established" in page
    assert 'href="/studies/study/design"' in page
    assert 'href="/preview/studies/study/drive/"' in page
    assert len(primaries(page)) == 1


def test_an_empty_draft_cannot_be_opened_from_the_check(site: Site, client: Client) -> None:
    home = client.post("/new-study", data={"name": "Empty", "protocol": "title"}).headers["location"]
    page = client.get(home.replace("/texts", "/check")).text
    assert "There is nothing to rate yet." in page
    assert "disabled" in page


def test_the_plan_is_chosen_sealed_and_printed_with_the_results(site: Site, client: Client) -> None:
    new_study(site.bench, lines(8, "ab"), loaded(**HIDING), quorum=2)
    assert client.post("/studies/study/plan", data={"decides": "adequacy"}).status_code == 303
    plan = planning.plan_of(site.bench, "study")
    assert plan is not None
    assert plan["document"]["decides"] == "adequacy"
    assert plan["hash"] in client.get("/studies/study/check").text
    client.post("/studies/study/open")
    assert run_next_job(site.bench)
    page = client.get("/studies/study/results/download").text
    assert plan["hash"] in page
    assert "Nothing was changed since." in page
    ok(site.organiser("Eve").post("/api/studies/study/quorum", json={"to": 3}))
    assert "The quorum was raised to 3." in client.get("/studies/study/results/download").text


def test_a_choice_that_cannot_decide_is_refused(site: Site, client: Client) -> None:
    draft(site)
    assert client.post("/studies/study/plan", data={"decides": "nothing"}).status_code == 409


def test_an_open_study_has_neither_design_nor_check(site: Site, client: Client) -> None:
    draft(site).open()
    assert client.get("/studies/study/design").headers["location"] == "/studies/study/settings"
    assert client.get("/studies/study/check").headers["location"] == "/studies/study"
    refused = client.post("/studies/study/design", data={"quorum.rating": "3"})
    assert refused.status_code == 409
    assert "only while it is a draft" in refused.text


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pt", "zh"])
def test_the_pages_speak_every_language(site: Site, client: Client, language: str) -> None:
    draft(site, 4, repeats=0.1)
    for page in ("design", "check"):
        found = client.get(f"/studies/study/{page}?lang={language}")
        assert found.status_code == 200
        assert "{" not in found.text.split("<main")[1].split("</main")[0]


def test_the_api_changes_settings_estimates_checks_and_shows_the_plan(site: Site) -> None:
    draft(site)
    organiser = site.organiser()
    changed = ok(organiser.patch("/api/studies/study", json={"settings": {"quorum": 3}, "intent": {"raters": 6}}))
    assert changed["settings"]["quorum"] == {"rating": 3}
    assert problem(organiser.patch("/api/studies/study", json={"settings": {"quorum": 0}}), 422)
    found = ok(organiser.post("/api/studies/study/estimate", json={"settings": {"quorum": 4}}))
    assert (found["judgements"], found["raters"]) == (360, 6)
    assert show_study(site.bench, "study")["settings"]["quorum"] == {"rating": 3}
    assert [one["code"] for one in ok(organiser.get("/api/studies/study/check"))] == ["pool_without_limit"]
    plan = ok(organiser.get("/api/studies/study/plan"))
    assert (plan["sealed_at"], len(plan["hash"])) == (None, 64)


def test_pretend_raters_say_on_the_check_whether_it_can_end_in_an_answer(site: Site, client: Client) -> None:
    draft(site, 12)
    assert "/studies/study/rehearsal" in forms_of(client.get("/studies/study/check").text)
    assert client.post("/studies/study/rehearsal").status_code == 303
    assert 'data-job="/api/jobs/' in client.get("/studies/study/check").text
    assert run_next_job(site.bench)
    page = client.get("/studies/study/check").text
    assert "All 72 judgements of 36 units came in from 2 raters." in page
    assert "This study can end in an answer." in page
    job = ok(site.organiser("Eve").post("/api/studies/study/rehearsal"), 202)
    assert job["kind"] == "rehearsal"


def test_the_sealed_plan_stands_in_every_form_of_the_report(site: Site, client: Client) -> None:
    study = open_study(site.bench, lines(4, "ab"), loaded(), quorum=2)
    plan = planning.plan_of(site.bench, "study")
    assert plan is not None
    for name in ("Ann", "Bo"):
        study.rater(name).rate(4)
    ok(site.organiser("Eve").post("/api/studies/study/quorum", json={"to": 3}))
    findings = results.analyse_study(site.bench, "study")
    files = results.report_files(findings, "de")
    for name in ("report.html", "tables/plan.csv", "tables/plan.md", "findings.json"):
        assert plan["hash"] in files[name].decode(), name
    page = files["report.html"].decode()
    assert "Versiegelt" in page
    assert "Quorum erhöht: 3" in page
    told = results.tell_findings(findings, words_in("en")).plan
    assert plan["hash"] in told
    assert "Quorum raised: 3" in told


def test_the_languages_of_the_texts_are_guessed_and_said(site: Site, client: Client) -> None:
    table = lines(8, "ab")
    for n, line in enumerate(table):
        line["source"] = f"Das Buch, das auf dem Tisch liegt, ist nicht meins. {n // 2}"
        line["output"] = f"The book that is on the table is not mine. {n}"
    study = new_study(site.bench, table, "da", calibration=True)
    page = client.get("/studies/study/design").text
    assert "guessed from the texts" in page
    assert page.count("Deutsch → English") == page.count("checked> <span><b>Deutsch → English") == 2
    assert 'name="texts_languages.to.0"' in page
    assert "6 examples in other languages" in page
    assert ">ferry-en-high<" not in page, "an id tells nobody anything"
    usual = "ferry-en-high ferry-en-low"
    other = {
        "quorum.rating": "1",
        "calibration": "on",
        "calibration.usual": usual,
        "calibration.chosen": usual.split(),
        "language": "en",
        "language.before": "en",
        "texts_languages.to.0": "de",
        "texts_languages.from.0": "en",
        "seen": str(study.view.row.version),
    }
    answer = client.post("/studies/study/design/estimate", data=other).text
    assert "checked> <span><b>English → Deutsch" in answer
    ok(client.post("/studies/study/design", data=other), 303)
    settings = study.view.settings
    assert (settings.texts_languages, settings.language) == (("en-de",), "de")
    assert settings.calibration.chosen is None
    assert "The texts are in: English → Deutsch." in client.get("/studies/study/settings").text
    cleared = {**other, "texts_languages.to.0": "", "seen": str(study.view.row.version)}
    ok(client.post("/studies/study/design", data=cleared), 303)
    assert study.view.settings.texts_languages == ()


def test_groups_that_say_their_languages_are_not_asked_for(site: Site, client: Client) -> None:
    new_study(site.bench, lines(8, "ab", ("en-de", "en-es")), "da", calibration=True)
    page = client.get("/studies/study/design").text
    assert "The groups say what the texts are in: English → Deutsch, English → Español." in page
    assert "texts_languages.to.0" not in page


def test_examples_are_chosen_by_ticks(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(8, "ab"), "da", calibration=True)
    page = client.get("/studies/study/design").text
    assert "Deutsch → English" in page
    assert "Because of the storm, the last ferry leaves" in page
    assert "or untick those that your raters cannot judge" in page
    assert page.count('name="calibration.chosen"') == page.count("checked") == 8
    usual = [example.id for example in study.view.protocol.examples]
    sent = {"calibration": "on", "calibration.usual": " ".join(usual)}
    client.post("/studies/study/design", data={**sent, "calibration.chosen": usual})
    assert study.view.settings.calibration.model_dump()["chosen"] is None, "all as usual is no choice"
    client.post("/studies/study/design", data={**sent, "calibration.chosen": usual[:2]})
    assert study.view.settings.calibration.chosen == ("ferry-en-high", "ferry-en-low")
    assert client.get("/studies/study/design").text.count("checked") == 2
    assert "Raters get 2 examples that were chosen." in client.get("/studies/study/settings").text
    refused = client.post("/studies/study/design", data=sent)
    assert refused.status_code == 422
    assert "No worked example is chosen" in refused.text


@pytest.mark.parametrize(("url", "is_local"), [("http://127.0.0.1:8000", True), ("https://jury.test", False)])
def test_links_that_work_on_this_computer_only_say_so_where_they_stand(site: Site, url: str, is_local: bool) -> None:
    study = draft(site)
    rater = study.rater("Ben")
    there = make_site(site.bench, url)
    with there.runner:
        client = signed_in(there)
        for page in ("check", "raters", "raters/links", f"raters/{rater.id}"):
            told = client.get(f"/studies/study/{page}").text
            assert ("Links work on this computer only" in told) == is_local, page


def test_the_step_of_the_protocol_is_a_page_of_the_draft(site: Site, client: Client) -> None:
    draft(site)
    assert 'href="/studies/study/protocol"' in client.get("/studies/study/design").text
    open_study(site.bench, lines(3, "ab"), key="running")
    assert client.get("/studies/running/protocol").headers["location"] == "/studies/running/settings"


def test_a_study_that_is_being_opened_says_so_and_offers_it_no_more(site: Site, client: Client) -> None:
    draft(site)
    client.post("/studies/study/open", data={})
    for name in ("check", "items", "settings"):
        page = client.get(f"/studies/study/{name}").text
        assert ">Opening<" in page, name
        assert "Check and open" not in page, name
        assert "/studies/study/open" not in forms_of(page)
    while run_next_job(site.bench):
        pass
    assert ">Open<" in client.get("/studies/study/settings").text


def test_the_settings_say_what_was_done_and_how_near_is_near_enough(site: Site, client: Client) -> None:
    table = lines(3, "ab")
    table[0]["output"] = ""
    study = new_study(site.bench, lines(3, "cd"), "da", calibration=True)
    path = site.bench.folder / "more.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in table), encoding="utf-8")
    create.import_items(site.bench, "study", create.ItemFiles([path], reading=Reading(empty="leave-out")))
    page = client.get("/studies/study/settings").text
    assert "One empty output was left out at the import" in page
    assert "are refused" not in page
    assert "within 7 to 15" in page
    assert "Units come in one order that was drawn for the study" in page
    change_settings(site.bench, "study", {"assign": "fixed"}, who="Ada")
    assert "Every rater’s list has an order drawn for them." in client.get("/studies/study/settings").text
    assert study.view.row.state == "draft"


def test_the_usual_questions_keep_their_name_and_raters_are_as_many_as_a_unit_needs(site: Site, client: Client) -> None:
    study = draft(site)
    study.rater("Ben")
    client.post("/studies/study/design", data={"questionnaire": "standard", "quorum.rating": "3"})
    page = client.get("/studies/study/design").text
    assert '<option value="standard" selected>' in page
    assert "the questions chosen before" not in page
    assert 'placeholder="3"' in page
    answer = client.post("/studies/study/design/estimate", data={"quorum.rating": "4"}).text
    assert 'data-raters="4"' in answer, "the form shows the new number too"


def test_equal_outputs_are_reckoned_once_before_the_study_opens(site: Site, client: Client) -> None:
    table = [{**line, "output": "The same words"} if line["id"] == "item-0" else line for line in lines(4, "abc")]
    study = new_study(site.bench, table, loaded(), quorum=1)
    page = client.get("/studies/study/design").text
    assert "Equal outputs of one item are rated once: 2 fewer to rate." in page
    estimate = ok(client.post("/api/studies/study/estimate", json={}))
    assert (estimate["units"], estimate["merged"]) == (10, 2)
    apart = ok(client.post("/api/studies/study/estimate", json={"settings": {"merge": "none"}}))
    assert (apart["units"], apart["merged"]) == (12, 0)
    assert len(study.open().slots()) == 10
