"""A protocol of one's own in the browser and over the API: uploaded, written, tried, and made a study of."""

from typing import Any

import pytest

from jurybox.studies.lifecycle import protocol_text
from tests.fixtures.web import Client, Site, ok, problem
from tests.paths import ROOT
from tests.web.answers import answers_to
from tests.web.rater.test_preview import all_tables, judgement

SQM = (ROOT / "examples" / "protocols" / "sqm-segments.yaml").read_text(encoding="utf-8")
HTML = {"accept": "text/html"}


@pytest.fixture
def client(site: Site) -> Client:
    return site.organiser()


def upload(client: Client, **files: str) -> Any:
    sent = [("files", (name.replace("__", "."), text.encode())) for name, text in files.items()]
    return client.post("/protocols/upload", files=sent, headers=HTML)


def written(client: Client, old: str = "", new: str = "") -> dict[str, str]:
    began = protocol_text(client.site.bench, "title")
    prose = {f"guideline.{lang}": text for lang, text in began.guidelines.items()}
    return {"base": "title", "text": began.text.replace(old, new).replace("\n", "\r\n"), **prose}


def test_an_uploaded_protocol_can_be_chosen_and_tried(client: Client) -> None:
    answer = upload(client, sqm__yaml=SQM)
    assert (answer.status_code, answer.headers["location"]) == (303, "/new-study?protocol=sqm-segments")
    page = client.get("/new-study?protocol=sqm-segments", headers=HTML).text
    assert 'value="sqm-segments" checked' in page
    assert 'src="/preview/protocols/sqm-segments/?frame=1"' in page
    units = client.post("/preview/protocols/sqm-segments/api/next", json={}).json()["units"]
    assert units[0]["candidates"][0]["letter"] == "A"
    made = client.post("/new-study", data={"name": "Pairs", "protocol": "sqm-segments"}, headers=HTML)
    assert made.headers["location"] == "/studies/pairs/texts"


def test_the_faults_of_an_upload_are_said_with_their_lines(client: Client) -> None:
    answer = upload(client, sqm__yaml=SQM.replace("stages:", "stage:"))
    assert answer.status_code == 422
    assert "Line " in answer.text
    assert "&#39;stage&#39;" in answer.text or "'stage'" in answer.text


def test_an_upload_without_files_is_refused_in_words(client: Client) -> None:
    answer = upload(client, notes__txt="hello")
    assert answer.status_code == 422
    assert "There is no protocol among the files" in answer.text


def test_a_protocol_is_written_from_one_of_the_shelf(client: Client) -> None:
    page = client.get("/protocols/edit?protocol=title", headers=HTML)
    assert "id: my-title" in page.text
    assert '<iframe src="/preview/protocols/title/?frame=1"' in page.text
    saved = client.post("/protocols/edit", data=written(client, "Titles as summaries", "Headlines"), headers=HTML)
    assert saved.headers["location"] == "/protocols/edit?protocol=my-title&saved=1"
    assert client.get("/preview/protocols/my-title/api/study").json()["name"] == "Headlines"
    assert "/preview/protocols/my-title/" in client.get(saved.headers["location"], headers=HTML).text


def test_the_name_of_a_study_goes_along_while_its_protocol_is_written_or_uploaded(client: Client) -> None:
    page = client.get("/protocols/edit?name=News+%26+talk&protocol=title", headers=HTML).text
    assert '<input type="hidden" name="name" value="News &amp; talk">' in page
    form = {**written(client), "name": "News & talk"}
    refused = client.post("/protocols/edit", data={**form, "text": "id: x"}, headers=HTML)
    assert 'name="name" value="News &amp; talk"' in refused.text
    saved = client.post("/protocols/edit", data=form, headers=HTML).headers["location"]
    assert saved == "/protocols/edit?protocol=my-title&saved=1&name=News+%26+talk"
    assert 'href="/new-study?protocol=my-title&amp;name=News%20%26%20talk"' in client.get(saved, headers=HTML).text
    page = client.get("/new-study?protocol=my-title&name=News+%26+talk", headers=HTML).text
    assert 'value="News &amp; talk"' in page
    page = client.get("/protocols/upload?name=News+%26+talk", headers=HTML).text
    assert 'action="/protocols/upload?name=News%20%26%20talk"' in page
    sent = [("files", ("sqm.yaml", SQM.encode()))]
    kept = client.post("/protocols/upload?name=News+%26+talk", files=sent, headers=HTML)
    assert kept.headers["location"] == "/new-study?protocol=sqm-segments&name=News+%26+talk"


def test_what_stands_in_the_editor_is_tried_and_not_kept(client: Client) -> None:
    bench, base = client.site.bench, "/preview/protocols/title/written/"
    before, shelf = all_tables(bench), sorted(bench.folder.rglob("*"))
    began = protocol_text(bench, "title")
    draft = {"text": began.text.replace("Titles as summaries", "Headlines"), "guidelines": {"en": "# Read *this*"}}
    page = client.get(base + "?frame=1", headers=HTML)
    assert 'data-preview="written"' in page.text
    study = ok(client.post(base + "api/study", json={"written": draft}))
    assert (study["name"], study["guideline_languages"]) == ("Headlines", ["en"])
    units = ok(client.post(base + "api/next", json={"written": draft}))["units"]
    assert units == ok(client.post("/preview/protocols/title/api/next", json={}))["units"]
    assert "<em>this</em>" in ok(client.post(base + "guideline/en", json={"written": draft}))["html"]
    assert ok(client.post(base + "api/examples", json={"written": draft}))["examples"]
    stage = study["protocol"]["stages"][0]
    sent = {"written": draft, "judgement": judgement(units[0], answers_to(stage, units[0]))}
    ok(client.post(base + "api/judgements", json=sent), 201)
    assert (all_tables(bench), sorted(bench.folder.rglob("*"))) == (before, shelf)


def test_what_has_faults_is_not_tried(client: Client) -> None:
    draft = {"text": written(client, "merge: exact", "merges: exact")["text"]}
    problem(
        client.post("/preview/protocols/title/written/api/study", json={"written": draft}), 422, "protocol.unknown_key"
    )


def test_where_no_sample_fits_the_worked_examples_are_shown(client: Client) -> None:
    pairs = (ROOT / "examples" / "protocols" / "pairwise.yaml").read_text(encoding="utf-8")
    base, draft = "/preview/protocols/title/written/", {"written": {"text": pairs}}
    assert "prompt" in ok(client.post(base + "api/study", json=draft))["protocol"]["fields"]
    assert ok(client.post(base + "api/next", json=draft))["units"][0]["fields"]["prompt"]


def test_what_was_written_with_a_fault_is_not_lost(client: Client) -> None:
    form = written(client, "merge: exact", "merges: exact # mine")
    answer = client.post("/protocols/edit", data=form, headers=HTML)
    assert answer.status_code == 422
    assert "merges: exact # mine" in answer.text
    assert "Line 25:" in answer.text


def test_faults_are_looked_for_while_one_writes(client: Client) -> None:
    found = client.post("/protocols/faults", data={"text": "id: x\nwhat: y\n"}).json()["faults"]
    assert any(fault["line"] == 2 and "what" in fault["message"] for fault in found)
    assert client.post("/protocols/faults", data={"text": written(client)["text"]}).json() == {
        "faults": [],
        "remarks": [],
    }


def with_fluency(text: str) -> str:
    """A scale of the protocol asked once more, under another name."""
    began, mark, rest = text.partition("    ask:\n")
    assert mark
    levels = "[{value: 1, label: {en: bad}}, {value: 2, label: {en: good}}]"
    question = f"      - {{id: fluency, type: scale, prompt: {{en: How fluent?}}, levels: {levels}}}\n"
    return began + mark + question + rest


def test_worked_examples_that_say_nothing_about_a_question_are_remarked(client: Client) -> None:
    form = written(client)
    form["text"] = with_fluency(form["text"].replace("\r\n", "\n"))
    found = client.post("/protocols/faults", data=form).json()
    assert found["faults"] == []
    assert [remark["message"].partition(" (")[0] for remark in found["remarks"]] == [
        "Worked examples without an answer to 'fluency': 5 of 5"
    ]
    assert form["text"].splitlines()[found["remarks"][0]["line"] - 1].lstrip().startswith("- {id: fluency")
    asked = {"text": form["text"]}
    assert client.post("/api/protocols/faults", json=asked).json() == []
    told = client.post("/api/protocols/faults?remarks=true", json=asked).json()
    assert [one["code"] for one in told] == ["protocol.silent_examples"]
    saved = client.post("/protocols/edit", data=form, headers=HTML).headers["location"]
    assert "Worked examples without an answer to" in client.get(saved, headers=HTML).text
    home = client.post("/new-study", data={"name": "Mine", "protocol": "my-title"}).headers["location"]
    check = client.get(home.replace("/texts", "/check")).text
    assert "5 worked examples say nothing about “How fluent?”" in check


def test_faults_of_a_protocol_are_said_in_the_readers_language(client: Client) -> None:
    found = client.post("/protocols/faults?lang=de", data={"text": "id: x\nwhat: y\n"}).json()["faults"]
    assert any("Der Schlüssel" in fault["message"] for fault in found)
    page = client.post("/protocols/edit?lang=es", data=written(client, "merge: exact", "merges: exact"), headers=HTML)
    assert "no se conoce aquí" in page.text


def test_a_protocol_that_is_not_there_can_not_be_written_on(client: Client) -> None:
    assert client.get("/protocols/edit?protocol=../secret", headers=HTML).status_code == 404


def test_a_protocol_comes_over_the_api(client: Client) -> None:
    kept = client.post("/api/protocols", json={"files": {"protocol.yaml": SQM}})
    assert (kept.status_code, kept.json()["id"], kept.json()["is_own"]) == (201, "sqm-segments", True)
    assert "sqm-segments" in [line["id"] for line in client.get("/api/protocols").json()]
    assert client.get("/api/protocols/sqm-segments").json()["versions"] == [1]
    made = client.post("/api/studies", json={"key": "pairs", "name": "Pairs", "protocol": "sqm-segments"})
    assert made.status_code == 201
    wrong = client.post("/api/protocols", json={"files": {"protocol.yaml": "id: 3"}})
    assert wrong.status_code == 422


@pytest.mark.parametrize("path", ["/protocols/upload", "/protocols/edit"])
def test_only_organisers_bring_protocols(site: Site, path: str) -> None:
    stranger = site.client()
    assert stranger.get(path, headers=HTML).headers["location"] == "/sign-in"
    assert stranger.post(path, data={"text": "id: x"}).status_code == 401


def test_a_program_asks_for_the_faults_of_a_text_and_for_a_sample(client: Client) -> None:
    found = client.post("/api/protocols/faults", json={"text": SQM.replace("stages:", "stage:")}).json()
    assert any(fault["line"] and "'stage'" in fault["message"] for fault in found)
    assert client.post("/api/protocols/faults", json={"text": SQM}).json() == []
    sample = client.get("/api/protocols/title/sample")
    assert sample.headers["content-type"].startswith("text/csv")
    assert sample.text.startswith("id,")
    assert client.get("/api/protocols/none/sample").status_code == 404
