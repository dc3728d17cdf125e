"""Checks on the organiser's pages, in the API and in the report: brought in, watched, withdrawn, pardoned."""

from jurybox.studies.lifecycle import add_gold, open_study
from jurybox.studies.people import add_rater
from jurybox.studies.results import table as results_table
from tests.fixtures.databases import sql
from tests.fixtures.studies import lines, new_study
from tests.fixtures.web import Site, ok, problem
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in
from tests.web.playing import Player

TABLE = "id\tsource\toutput\texpected.quality\n" + "".join(
    f"gold-{n}\tSource {n} of gold\tOutput of gold {n}\t1\n" for n in range(12)
)


def test_checks_are_pasted_watched_and_lifted_and_the_api_says_the_same(site: Site) -> None:
    """The whole way: design, known answers, a rater who fails, what waits, the pardon, a wrong check."""
    new_study(site.bench, lines(40, "a"), key="study", quorum=1)
    client, api = signed_in(site), site.organiser("Api")
    form = {"checks.share": "20", "checks.pass_share": "70", "checks.on_fail": "pause", "checks.degraded": "off"}
    assert client.post("/studies/study/design", data={"quorum.rating": "1", "repeats": "0", **form}).status_code == 303
    refused = client.post("/studies/study/checks", data={"table": TABLE.replace("\t1\n", "\t9\n")})
    assert refused.status_code == 422
    words = "".join(read(refused.text).words)
    assert all(f"Line {n}:" in words for n in range(2, 14))
    assert "gold-3" in words
    assert client.post("/studies/study/checks", data={"table": TABLE}).status_code == 303
    assert ok(api.get("/api/studies/study/checks"))["checks"][0]["name"] == "gold-0"
    assert "12 checks" in client.get("/studies/study/design").text
    assert ok(api.delete("/api/studies/study/checks?check=gold-11"))["checks"] == 1
    added = api.post("/api/studies/study/checks?name=more.tsv", content=TABLE.splitlines()[0] + "\nm\ts\to\t1\n")
    assert ok(added, 201) == {"checks": 1}
    player = Player.with_link(site, add_rater(site.bench, "study", "Ann").path)
    open_study(site.bench, "study")
    while units := player.ask()["units"]:
        player.rate(units[0], answers={"quality": {"A": 5}})
    (line,) = ok(api.get("/api/studies/study/checks"))["raters"]
    assert line["checks"]["state"] == "paused"
    assert line["checks"]["high"] < 0.7
    assert "paused by checks" in client.get("/studies/study/raters").text
    assert "did not pass the examples or the checks" in client.get("/studies/study").text
    page = client.get("/studies/study/checks").text
    assert "Let them go on" in page
    met = [one["name"] for one in ok(api.get("/api/studies/study/checks"))["checks"] if one["judged"]]
    problem(api.post("/api/studies/study/checks/withdraw", json={"check": met[0], "reason": ""}), 422)
    assert client.post("/studies/study/checks/pardon", data={"rater": "R1", "reason": "Unclear."}).status_code == 303
    assert player.ask()["state"] == "rate"
    wrong = api.post("/api/studies/study/checks/withdraw", json={"check": met[0], "reason": "Both are right."})
    assert wrong.status_code == 204
    assert "withdrawn" in client.get("/studies/study/checks").text
    assert sql(site.bench, "SELECT count(*) FROM study_event WHERE kind LIKE 'check%'")[0][0] >= 5


def test_checks_are_in_the_report_and_in_no_number_of_it(site: Site) -> None:
    study = new_study(site.bench, lines(30, "ab"), key="study", quorum=1, checks={"share": 0.2})
    path = site.bench.folder / "gold.tsv"
    path.write_text(TABLE, encoding="utf-8")
    add_gold(site.bench, "study", path)
    study.rater("Ann")
    study.rater("Bo")
    study.open()
    ann, bo = study.raters.values()
    for turn in range(100):
        for packet in (ann, bo)[turn % 2].next():
            study.raters[("Ann", "Bo")[turn % 2]].submit(packet, 1)
    read_table = results_table.study_table(site.bench, "study")
    assert sum(len(one.value) for one in read_table.ratings) == 60
    assert read_table.left_out["check"] >= 10
    known = read_table.source.facts["checks"]
    assert [one["rater"] for one in known["raters"]] == ["R1", "R2"]
    assert all(one["passed"] == one["judged"] for one in known["raters"])


def test_who_opened_without_checks_is_not_sent_to_the_design_for_them(site: Site) -> None:
    new_study(site.bench, lines(4, "a"), key="study", quorum=1)
    client = signed_in(site)
    assert "set it in the design" in client.get("/studies/study/checks").text
    open_study(site.bench, "study")
    page = client.get("/studies/study/checks").text
    assert "set it in the design" not in page
    assert "was opened without checks" in page
