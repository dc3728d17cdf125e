"""Whether the server is well can be seen: by who balances, who watches, and who organises."""

import json
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from jurybox.studies import add_job, health
from jurybox.studies.people import TokenWish, add_api_token, add_organiser
from jurybox.web import metrics
from jurybox.web.health import HealthRoutes
from jurybox.web.media import media_response
from tests.fixtures.databases import clock_of
from tests.fixtures.web import PASSWORD, Site, ok, problem
from tests.web.conftest import Small


@pytest.fixture(autouse=True)
def looks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jurybox.web.health.KEPT_S", 0.0)
    metrics.failures.clear()


def checks(site: Site, status: int) -> dict[str, str]:
    """What is wrong, by what was looked at."""
    answer = site.client().get("/readyz")
    assert answer.status_code == status, answer.text
    return {str(fault["where"]): str(fault["code"]) for fault in answer.json().get("errors", ())}


def test_a_server_that_is_well_is_alive_and_ready(site: Site) -> None:
    assert site.client().get("/healthz").text == "ok"
    assert ok(site.client().get("/readyz"))["checks"] == ["database", "space", "secret", "worker"]


def test_a_database_that_is_away_is_said_while_the_process_is_alive(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(job: Any) -> Any:
        raise sqlite3.OperationalError("unable to open database file at /secret/path")

    monkeypatch.setattr(site.bench.database, "read", away)
    assert site.client().get("/healthz").status_code == 200
    assert checks(site, 503)["database"] == "server.database"
    assert "/secret/path" not in site.answers[-1].text


def test_too_little_space_and_a_foreign_secret_are_said(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE_MB", 1 << 40)
    secret = site.bench.folder / "secret"
    kept = secret.read_text()
    secret.write_text("0" * 64)
    found = checks(site, 503)
    secret.write_text(kept)
    assert found == {"space": "server.space", "secret": "server.secret"}
    secret.unlink()
    assert checks(site, 503)["secret"] == "server.secret"
    secret.write_text(kept)


def test_work_that_waits_for_long_is_said(site: Site) -> None:
    site.bench.database.write(lambda run: add_job(site.bench, run, "open", {"study": "x"}))
    assert checks(site, 200) == {}
    clock_of(site.bench).forward(minutes=11)
    assert checks(site, 503) == {"worker": "server.worker"}


def test_numbers_are_for_a_token_made_for_them_and_for_administrators(small: Small) -> None:
    administrator = small.organiser()
    add_organiser(small.bench, "Ben", PASSWORD)
    watcher = small.site.client(
        authorization=f"Bearer {add_api_token(small.bench, 'Ben', TokenWish('prometheus', 'metrics'))}"
    )
    bens = small.site.client(authorization=f"Bearer {add_api_token(small.bench, 'Ben', TokenWish('all'))}")
    problem(small.site.client().get("/metrics"), 401)
    problem(small.ann.client.get("/metrics"), 401)
    problem(bens.get("/metrics"), 403)
    problem(watcher.get("/api/studies"), 403, "token.scope")
    assert administrator.get("/metrics").status_code == 200
    small.ann.rate(small.ann.one())
    text = watcher.get("/metrics").text
    for line in text.splitlines():
        assert line.startswith("# ") or len(line.rsplit(" ", 1)) == 2, line
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(values["jurybox_open_studies"]) == 1
    assert float(values['jurybox_answers_total{kind="rater",status="2xx"}']) > 0
    assert values['jurybox_rater_seconds_bucket{le="+Inf"}'] == values["jurybox_rater_seconds_count"]
    for name in ("Ann", "Ben", "Ada", "study_key"):
        assert name not in text


def test_what_fails_is_logged_as_one_line_of_json_and_told_to_administrators(
    small: Small, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    small.organiser()
    monkeypatch.setattr(small.site.app, "_is_forged", lambda scope: 1 / 0)
    logging.getLogger("jurybox.requests").propagate = True
    answer = small.site.client().post("/api/studies", json={})
    assert answer.status_code == 500
    lines = [record.message for record in caplog.records if record.name == "jurybox.requests"]
    (line,) = [json.loads(line) for line in lines]
    assert (line["status"], line["id"]) == (500, answer.headers["x-request-id"])
    monkeypatch.undo()
    page = small.site.client(accept="text/html")
    page.post("/sign-in", data={"name": "Ada", "password": PASSWORD})
    text = page.get("/server").text
    assert line["id"] in text
    assert "All is well." in text


def test_a_missing_file_is_logged(tmp_path: Path, site: Site, caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("jurybox.media").propagate = True
    with pytest.raises(Exception, match=r"media\.unknown"):
        site.runner.run(media_response(tmp_path / "ab12", "image/png", "picture"))
    assert json.loads(caplog.records[-1].message) == {"missing": "ab12"}


def test_only_administrators_see_the_page(site: Site) -> None:
    for name in ("Ada", "Ben"):
        add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.get("/server").headers["location"] == "/sign-in"
    client.post("/sign-in", data={"name": "Ben", "password": PASSWORD})
    assert client.get("/server").status_code == 403


def test_looks_are_shared_by_who_asks_often(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jurybox.web.health.KEPT_S", 60.0)
    looked: list[int] = []

    def look(bench: object) -> list[health.Check]:
        looked.append(1)
        return []

    monkeypatch.setattr("jurybox.web.health.look_at_server", look)
    routes = HealthRoutes(site.inner, site.bench)
    site.runner.run(routes._look())
    site.runner.run(routes._look())
    assert looked == [1]
    ok(site.client().get("/readyz"))
