"""The results page and its API: findings as they stand, computed beside the server, shown to organisers alone."""

import io
import json
import subprocess
import sys
import zipfile

import pytest

from jurybox import studies
from jurybox.studies.jobs import run_next_job
from jurybox.studies.people import raters
from jurybox.texts import languages
from tests.fixtures.small import COMMENT, SCALE, STEPPER, TAGS
from tests.fixtures.studies import HIDING, lines, loaded, open_study
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.organiser.test_pages import EVIL, evil_study, signed_in
from tests.web.playing import Player

RESULTS = "/studies/study/results"
FINDINGS = "/api/studies/study/findings"


@pytest.fixture
def rated(small: Small, monkeypatch: pytest.MonkeyPatch) -> Small:
    """Both raters have rated all; the worker is this process, when a test says so."""

    async def stay_asleep() -> None:
        return None

    monkeypatch.setattr(small.site.inner.state.worker, "wake", stay_asleep)
    small.ann.play(12)
    small.bo.play(12)
    return small


def words_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(" ".join(read(answer.text).words).split())


def work(small: Small) -> None:
    while run_next_job(small.bench):
        pass


def test_the_page_asks_the_worker_and_then_shows_what_it_found(rated: Small) -> None:
    client = signed_in(rated.site)
    assert "are being computed" in words_of(client, RESULTS)
    work(rated)
    words = words_of(client, RESULTS)
    for expected in ("after 24 judgements", "Everything so far is in.", "The answer", "system-a", "Krippendorff"):
        assert expected in words, expected
    assert [tag for tag, attrs in read(client.get(f"{RESULTS}/ranking").text).elements if tag == "svg"]


PARTS = ("answer", "ranking", "agreement", "raters", "disagreements", "download")


def test_the_results_have_six_parts_and_each_keeps_all_options(rated: Small) -> None:
    client = signed_in(rated.site)
    query = "level=interval&cluster_rule=wmt24&without=R1&question=quality"
    client.get(f"{RESULTS}?{query}")
    work(rated)
    for part in PARTS:
        page = read(client.get(f"{RESULTS}/{part}?{query}").text)
        links = [str(attrs.get("href")) for tag, attrs in page.elements if tag == "a"]
        assert [link for link in links if link.startswith(f"{RESULTS}/") and link.endswith(query)][:6] == [
            f"{RESULTS}/{other}?{query}" for other in PARTS
        ]
    assert client.get(f"{RESULTS}/nothing").status_code == 404
    answer = client.post(f"{RESULTS}/ranking?{query}")
    assert answer.headers["location"] == f"{RESULTS}/ranking?{query}"


def test_where_raters_differ_most_the_item_is_told_by_its_words(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    page = client.get(f"{RESULTS}/disagreements").text
    assert ">item-" in page
    assert "How good? ↑ · system-" in page, "and which end of the scale is good"
    assert "Arrows: up where more is better" in page
    assert "Source 0" in page or "Source 1" in page


def test_questions_are_called_as_raters_are_asked(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    assert "How good?" in words_of(client, RESULTS)


def test_a_study_without_results_says_what_is_being_computed_and_how_much_there_is(rated: Small) -> None:
    client = signed_in(rated.site)
    for part in PARTS:
        words = words_of(client, f"{RESULTS}/{part}")
        assert "The first results of this study are being computed" in words
        assert "Judgements 24" in words


def test_the_overview_and_the_results_count_the_same_judgements(site: Site) -> None:
    """Also where a rule answers a stage: its raters see it, and nobody needs to."""
    table = lines(3, "ab")
    table[0]["output"] = table[0]["source"]
    study = open_study(site.bench, table, loaded(**HIDING), quorum=2)
    for name in ("Ann", "Bo"):
        rater = study.rater(name)
        while packets := rater.next():
            rater.submit(packets[0])
    client = signed_in(site)
    client.get(RESULTS)
    while run_next_job(site.bench):
        pass
    assert '<dd><span data-live="done">22</span>' in client.get("/studies/study").text
    words = words_of(client, RESULTS)
    assert "after 22 judgements" in words
    assert "Judgements 22 a judgement: all that one rater says of one unit in one stage" in words


def test_the_ranking_shows_one_question_at_a_time(site: Site) -> None:
    other = {**SCALE, "id": "style"}
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [SCALE, other]}])
    study = open_study(site.bench, lines(3), protocol, quorum=2)
    for name, value in (("Ann", 1), ("Bo", 5)):
        rater = study.rater(name)
        for _ in range(6):
            rater.submit(rater.one(), answers={"quality": {"A": value}, "style": {"A": 3}})
    client = signed_in(site)
    client.get(RESULTS)
    while run_next_job(site.bench):
        pass
    for question, not_shown in (("quality", "style"), ("style", "quality"), ("nothing", "style")):
        page = read(client.get(f"{RESULTS}/ranking?question={question}").text)
        chosen = [attrs["href"] for tag, attrs in page.elements if tag == "a" and attrs.get("aria-current") == "true"]
        wanted = question if question != "nothing" else "quality"
        assert chosen == [f"{RESULTS}/ranking?question={wanted}"]
        assert f"Systems: {not_shown}" not in " ".join(page.words)


def test_raters_have_number_and_name_on_the_page_and_numbers_alone_in_the_report(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    assert "R1 Ann" in words_of(client, f"{RESULTS}/raters")
    report = client.get(f"{RESULTS}/report.html").text
    assert "R1" in report
    assert "Ann" not in report
    assert '"R1 Ann"' not in client.get(f"{FINDINGS}/document").text


def test_old_findings_are_shown_with_how_much_is_newer(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    raters.add_rater(rated.bench, "study", "Cy")
    assert "The study has changed since." in words_of(client, RESULTS)
    answer = client.post(RESULTS)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{RESULTS}?")
    assert "are being computed" in words_of(client, RESULTS)
    work(rated)
    assert "Everything so far is in." in words_of(client, RESULTS)


def test_the_form_asks_in_another_way_and_the_answer_says_so(rated: Small) -> None:
    client = signed_in(rated.site)
    path = f"{RESULTS}?level=interval&by=&raters=random&cluster_rule=wmt24&full=1&without=R1"
    client.get(path)
    work(rated)
    assert "What changes without some raters" in words_of(client, path.replace("?", "/raters?"))
    page = client.get(path.replace("?", "/download?")).text
    chosen = [attrs["value"] for tag, attrs in read(page).elements if tag == "option" and "selected" in attrs]
    assert chosen == ["interval", "random", "wmt24"]
    ticked = [
        (attrs["name"], attrs["value"]) for tag, attrs in read(page).elements if tag == "input" and "checked" in attrs
    ]
    assert ticked == [("full", "1"), ("without", "R1")]
    links = [str(attrs["href"]) for tag, attrs in read(page).elements if tag == "a" and "download" in attrs]
    assert "whose purpose is “rating” count as ratings" in page, "a calibration has the standing `counted` too"
    links = [link for link in links if "/export" not in link]
    assert links
    assert all("level=interval&cluster_rule=wmt24&raters=random&full=1&without=R1" in link for link in links)
    assert "Ann" in words_of(client, path), "the organiser is told who R1 is"


@pytest.mark.parametrize(
    "query", ["level=x", "cluster_rule=x", "by=x", "raters=x", "resample=x", "without=Ann", "without=R0"]
)
def test_options_that_mean_nothing_are_answered_in_words(rated: Small, query: str) -> None:
    client = signed_in(rated.site)
    assert client.get(f"{RESULTS}?{query}").status_code == 422
    problem(rated.site.organiser("Bea").get(f"{FINDINGS}?{query}"), 422)
    assert run_next_job(rated.bench) is False


def test_a_computation_that_failed_says_why(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(f"{RESULTS}?without=R9")
    work(rated)
    words = words_of(client, f"{RESULTS}?without=R9")
    assert "could not be computed" in words
    assert "There is no rater 'R9' to leave out" in words


def test_the_api_gives_findings_with_their_age(rated: Small) -> None:
    organiser = rated.organiser()
    problem(organiser.get(f"{FINDINGS}/document"), 409, "results.none_yet")
    first = ok(organiser.get(FINDINGS))
    assert (first["state"], first["findings"], first["newer"]) == ("working", None, 24)
    work(rated)
    found = ok(organiser.get(FINDINGS))
    assert (found["state"], found["judgements"], found["newer"]) == ("fresh", 24, 0)
    assert found["findings"]["counts"]["raters"] == 2
    assert ok(organiser.get(f"{FINDINGS}?document=false"))["findings"] is None
    document = organiser.get(f"{FINDINGS}/document")
    assert document.json() == found["findings"]
    assert "attachment" in document.headers["content-disposition"]


def test_the_api_computes_with_other_options_on_demand(rated: Small) -> None:
    organiser = rated.organiser()
    wish = {"level": "nominal", "without": ["R2"]}
    answer = organiser.post(FINDINGS, json=wish)
    assert answer.status_code == 202
    assert ok(organiser.get(f"/api/jobs/{answer.json()['job']}"))["kind"] == "findings"
    work(rated)
    found = ok(organiser.get(f"{FINDINGS}?level=nominal&without=R2"))
    assert found["state"] == "fresh"
    assert found["findings"]["settings"]["level"] == "nominal"
    problem(organiser.post(FINDINGS, json={"lvel": "nominal"}), 422)
    problem(organiser.get("/api/studies/none/findings"), 404)


@pytest.mark.parametrize("offered", [True, False])
def test_halves_are_offered_as_zero_where_the_protocol_says_so(site: Site, offered: bool) -> None:
    ask = [{**STEPPER, "half_may_be_zero": offered}]
    open_study(site.bench, lines(1), loaded(stages=[{"id": "rating", "show": ["output"], "ask": ask}]))
    page = read(signed_in(site).get(RESULTS).text)
    ticks = [attrs["name"] for tag, attrs in page.elements if tag == "input" and attrs.get("type") == "checkbox"]
    assert ("half_is_zero" in ticks) == offered


def test_a_rater_sees_no_results(rated: Small) -> None:
    for path in (FINDINGS, f"{FINDINGS}/document"):
        problem(rated.ann.client.get(path), 401)
    page = rated.ann.client.get(RESULTS, headers={"accept": "text/html"})
    assert (page.status_code, page.headers["location"]) == (303, "/sign-in")


@pytest.mark.parametrize("language", languages())
def test_results_are_there_in_every_language(rated: Small, language: str) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    parts = [f"{RESULTS}/{part}?lang={language}" for part in PARTS]
    for path in (*parts, f"{RESULTS}/report.html?lang={language}"):
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        assert "org.results" not in answer.text
        assert "report." not in " ".join(read(answer.text).words).replace("report.html", "")


def test_the_report_is_one_page_that_asks_for_nothing(rated: Small) -> None:
    client = signed_in(rated.site)
    assert client.get(f"{RESULTS}/report.html").status_code == 409
    client.get(RESULTS)
    work(rated)
    answer = client.get(f"{RESULTS}/report.html")
    assert "attachment" in answer.headers["content-disposition"]
    elements = read(answer.text).elements
    assert not [
        attrs for _, attrs in elements if str(attrs.get("src", attrs.get("href", "#"))).startswith(("http", "/"))
    ]
    assert "Ann" not in answer.text, "a report is shown to others"


def test_the_worker_makes_the_whole_report_and_the_page_hands_it_out(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    assert client.get(f"{RESULTS}/report.zip").status_code == 409
    assert client.post(f"{RESULTS}/report").status_code == 303
    assert "The report is being made." in words_of(client, f"{RESULTS}/download")
    work(rated)
    (link,) = [
        str(attrs["href"]) for tag, attrs in read(client.get(f"{RESULTS}/download").text).elements
        if tag == "a" and str(attrs.get("href")).endswith(".zip")
    ]  # fmt: skip
    archive = client.get(link)
    assert "study-report.zip" in archive.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        names = set(files.namelist())
        assert json.loads(files.read("study-report/findings.json"))["counts"]["ratings"] == 24
    assert {"study-report/report.html", "study-report/tables.xlsx", "study-report/datasheet.md"} <= names
    client.post(f"{RESULTS}/report")
    assert run_next_job(rated.bench) is False, "it is there already"
    raters.add_rater(rated.bench, "study", "Cy")
    client.post(RESULTS)
    work(rated)
    assert client.get(f"{RESULTS}/report.zip").status_code == 409, "the results have changed since"


def test_a_disagreement_leads_to_its_item_and_what_each_rater_said(site: Site) -> None:
    tags = {**TAGS, "required": False}
    protocol = loaded(stages=[{"id": "rating", "show": ["source", "output"], "ask": [SCALE, tags, COMMENT]}])
    study = open_study(site.bench, lines(2, "a"), protocol, quorum=2)
    for name, value in (("Ann", 1), ("Bo", 5)):
        rater = study.rater(name)
        for _ in range(2):
            answers = {"quality": {"A": value}, "errors": {"A": [{"id": "other", "text": "<b>odd</b>"}]}}
            rater.submit(rater.one(), answers=answers, comment="Hm.")
    client = signed_in(site)
    client.get(RESULTS)
    while run_next_job(site.bench):
        pass
    page = read(client.get(f"{RESULTS}/disagreements").text)
    links = [str(attrs.get("href")) for tag, attrs in page.elements if tag == "a"]
    (link,) = {link for link in links if "item?key=item-0" in link}
    words = words_of(client, link)
    for expected in ("Source 0", "Output a of 0", "system-a", "R1 Ann", "R2 Bo", "<b>odd</b>", "Hm."):
        assert expected in words, expected
    assert client.get("/studies/study/item?key=nothing").status_code == 404


@pytest.mark.parametrize(
    ("named", "shown"),
    [
        ({"picture": "/p.png"}, '<img class="thumb" src="/p.png"'),
        ({"film": "/f.mp4"}, '<video class="thumb" src="/f.mp4#t=1"'),
        ({"begins": "A dog runs."}, "A dog runs."),
    ],
)
def test_a_disagreement_shows_what_its_item_looks_like(site: Site, named: dict[str, str], shown: str) -> None:
    study = open_study(site.bench, lines(2, "a"), loaded(), quorum=2)
    for name, value in (("Ann", 1), ("Bo", 5)):
        rater = study.rater(name)
        rater.rate(2, value)
    client = signed_in(site)
    client.get(RESULTS)
    while run_next_job(site.bench):
        pass
    item = {"name": "boat.png", "picture": "", "film": "", "begins": "", **named}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(studies, "names_of_items", lambda bench, study, keys: dict.fromkeys(keys, item))
        page = client.get(f"{RESULTS}/disagreements").text
    assert shown in page
    assert "boat.png" in page


def test_markup_in_names_stays_text_in_results(site: Site) -> None:
    evil_study(site)
    player = Player.with_link(site, raters.list_raters(site.bench, "study")[0].path)
    player.play(1)
    page = signed_in(site, EVIL)
    page.get(RESULTS)
    while run_next_job(site.bench):
        pass
    for part in PARTS:
        answer = page.get(f"{RESULTS}/{part}")
        reader = read(answer.text)
        assert [attrs for tag, attrs in reader.elements if tag == "img"] == []
        assert not any(name.startswith("on") or name == "style" for _, attrs in reader.elements for name in attrs)
        assert "<script>alert" not in answer.text


def test_the_server_shows_findings_without_loading_numpy(rated: Small) -> None:
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    code = f"""
import asyncio, os, sys, time, httpx
from pathlib import Path
from jurybox.studies.people import organisers, own_tokens
from jurybox.studies.workbench import World, open_workbench
from jurybox.web import ServerConfig, create_app
world = World(lambda: time.time_ns() // 1000, time.perf_counter, os.urandom)
bench = open_workbench(Path({str(rated.bench.folder)!r}), world, {rated.bench.database.address!r})
token = own_tokens.add_api_token(bench, "Ada", "another")
async def ask():
    app = create_app(bench, ServerConfig())
    headers = {{"authorization": f"Bearer {{token}}", "accept": "text/html"}}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=ServerConfig().url, headers=headers) as http:
        page = await http.get("/studies/study/results")
        assert "Krippendorff" in page.text, page.text
        assert (await http.get("/studies/study/results/report.html")).status_code == 200
        assert (await http.get("/api/studies/study/findings")).status_code == 200
asyncio.run(ask())
print([name for name in ("numpy", "scipy") if name in sys.modules])
bench.close()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr
