"""A rater's cookie opens one study, and of it only what is the rater's own."""

from urllib.parse import unquote

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.studies import lines, loaded, new_study, open_study
from tests.fixtures.web import Client, Site, cookie_of, ok, problem
from tests.web.conftest import Small
from tests.web.playing import Player
from tests.web.tables import fill, table_for

ASSIGNMENT = "018bcfe5-6800-7000-8000-000000000000"
ROUTES = [
    ("GET", "api/study"), ("POST", "api/next"), ("POST", "api/judgements"), ("GET", "api/assignments"),
    ("GET", f"api/assignments/{ASSIGNMENT}/rate"), ("PUT", f"api/drafts/{ASSIGNMENT}/rate"), ("GET", "guideline/en"),
    ("GET", f"media/{ASSIGNMENT}/rate/picture"),
]  # fmt: skip
JUDGEMENT = {"id": ASSIGNMENT, "assignment": ASSIGNMENT, "stage": "rate"}


def tried(client: Client, home: str = "/rate/study/") -> list[tuple[int, str]]:
    """Every route that needs a cookie, with what it answered."""
    answers = [
        client.send(verb, home + path, **({"json": JUDGEMENT} if path.endswith("judgements") else {}))
        for verb, path in ROUTES
    ]
    return [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]


def link_of(site: Site, study: str, name: str) -> str:
    return raters.find_rater(site.bench, study, name).path


def test_without_a_cookie_nothing_opens(small: Small) -> None:
    assert set(tried(small.site.client())) == {(401, "link.needed")}


def test_a_wrong_cookie_opens_nothing(small: Small) -> None:
    token = link_of(small.site, "study", "Ann").partition("#")[2]
    for wrong in ("x", token[:-1], token + "x", token.swapcase(), "%00", "="):
        client = small.site.client(cookie=f"jurybox_rater={wrong}")
        assert set(tried(client)) == {(401, "link.unknown")}, wrong


def test_a_cookie_of_another_study_opens_nothing(small: Small) -> None:
    open_study(small.bench, lines(2), loaded(), key="other")
    link = raters.add_rater(small.bench, "other", "Cy").path
    client = small.site.client(cookie=f"jurybox_rater={link.partition('#')[2]}")
    assert set(tried(client)) == {(401, "link.unknown")}
    assert ok(client.get("/rate/other/api/study"))["name"] == "Other"


def test_the_cookie_is_for_one_study_so_that_several_work_in_one_browser(small: Small) -> None:
    open_study(small.bench, lines(2), loaded(), key="other")
    client = small.site.client()
    for study, name in (("study", "Ann"), ("other", "Cy")):
        link = raters.add_rater(small.bench, study, f"{name} again").path
        answer = client.post(f"/rate/{study}/api/session", json={"token": link.partition("#")[2]})
        cookie = cookie_of(answer)
        assert (cookie["name"], cookie["path"], cookie["samesite"]) == ("jurybox_rater", f"/rate/{study}/", "lax")
        assert "httponly" in cookie
        assert "secure" not in cookie
        assert int(cookie["max-age"]) > 30 * 24 * 3600
    assert ok(client.get("/rate/study/api/study"))["name"] == "Study"
    assert ok(client.get("/rate/other/api/study"))["name"] == "Other"


def test_the_cookie_is_secure_where_people_come_by_https(https_site: Site) -> None:
    open_study(https_site.bench, lines(2), loaded())
    link = raters.add_rater(https_site.bench, "study", "Ann").path
    answer = https_site.client().post("/rate/study/api/session", json={"token": link.partition("#")[2]})
    assert "secure" in cookie_of(answer)
    assert answer.headers["strict-transport-security"].startswith("max-age=")


def test_a_wrong_token_gets_no_cookie(small: Small) -> None:
    for token in ("", "x", "é", "x" * 10_000):
        answer = small.site.client().post("/rate/study/api/session", json={"token": token})
        problem(answer, 401, "link.unknown")
        assert "set-cookie" not in answer.headers
    ann = link_of(small.site, "study", "Ann").partition("#")[2]
    problem(small.site.client().post("/rate/other/api/session", json={"token": ann}), 401, "link.unknown")


def test_an_ended_session_is_forgotten_by_the_browser(small: Small) -> None:
    answer = small.ann.client.delete("api/session")
    assert answer.status_code == 204
    cookie = cookie_of(answer)
    assert (cookie["path"], cookie["max-age"], cookie["value"]) == ("/rate/study/", "0", "")
    problem(small.ann.client.get("api/study"), 401, "link.needed")


def test_the_name_of_a_study_in_an_address_can_not_forge_a_header(small: Small) -> None:
    answer = small.site.client().delete("/rate/x%0d%0aset-cookie:%20a=b;%20domain=evil.example/api/session")
    assert len(answer.headers.get_list("set-cookie")) == 1
    cookie = cookie_of(answer)
    assert "domain" not in cookie
    assert "\r" not in answer.headers["set-cookie"]
    assert unquote(cookie["path"]).startswith("/rate/x")


def test_a_renewed_link_ends_the_old_one_at_once(small: Small) -> None:
    new = raters.renew_link(small.bench, "study", "Ann").path
    assert set(tried(small.ann.client)) == {(401, "link.unknown")}
    renewed = Player.with_link(small.site, new)
    assert renewed.step() == "rate"
    assert small.bo.step() == "rate"


def test_a_revoked_link_opens_nothing_and_says_so(small: Small) -> None:
    small.ann.step()
    raters.revoke_rater(small.bench, "study", "Ann")
    assert set(tried(small.ann.client)) == {(401, "link.revoked")}
    token = link_of(small.site, "study", "Ann").partition("#")[2]
    problem(small.site.client().post("/rate/study/api/session", json={"token": token}), 401, "link.revoked")


def test_an_assignment_of_another_rater_does_not_exist(small: Small) -> None:
    mine, theirs = small.ann.one(), small.bo.one()
    small.bo.rate(theirs)
    for client, foreign in ((small.ann.client, theirs), (small.bo.client, mine)):
        where = f"{foreign['assignment']}/{foreign['stage']}"
        problem(client.get(f"api/assignments/{where}"), 404, "judgement.unknown_assignment")
        problem(client.get(f"media/{where}/output.A"), 404, "judgement.unknown_assignment")
        problem(client.put(f"api/drafts/{where}", json={}), 404, "judgement.unknown_assignment")
    problem(small.ann.submit(theirs), 404, "judgement.unknown_assignment")
    own = ok(small.ann.client.get("api/assignments"))["assignments"]
    assert [entry["assignment"] for entry in own] == [mine["assignment"]]


def test_the_id_of_another_raters_judgement_tells_nothing_of_it(small: Small) -> None:
    theirs = small.bo.one()
    body = small.bo.judgement(theirs, comment="what Bo thinks")
    ok(small.bo.client.post("api/judgements", json=body), 201)
    mine = {**small.ann.judgement(small.ann.one()), "id": body["id"]}
    answer = small.ann.client.post("api/judgements", json=mine)
    problem(answer, 409, "judgement.id_taken")
    assert "Bo" not in answer.text


def test_a_raters_cookie_is_nothing_to_the_organisers_api(small: Small) -> None:
    token = link_of(small.site, "study", "Ann").partition("#")[2]
    for headers in ({"cookie": f"jurybox_rater={token}"}, {"cookie": f"jurybox_session={token}"},
                    {"authorization": f"Bearer {token}"}):  # fmt: skip
        client = small.site.client(**headers)
        for path in ("/api/studies", "/api/studies/study", "/api/studies/study/raters", "/api/studies/study/export",
                     "/api/protocols", "/api/jobs/x"):  # fmt: skip
            assert client.get(path).status_code == 401, path
        for path in ("raters", "open", "close", "pilot", "quorum", "withdrawals", "items"):
            body = (
                {"to": 3} if path == "quorum" else {"name": "x"} if path == "raters" else {"item": "x", "reason": "x"}
            )
            assert client.post(f"/api/studies/study/{path}", json=body).status_code == 401, path


@pytest.fixture
def film(site: Site) -> Player:
    loaded_protocol = load_protocol("audio-description")
    fill(site.bench, loaded_protocol, table_for(loaded_protocol.protocol, items=2, systems=1))
    return Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)


def test_media_come_whole_and_by_range(film: Player) -> None:
    packet = film.one()
    url = packet["fields"]["clip"]["url"]
    whole = film.client.get(url)
    assert whole.status_code == 200
    assert whole.headers["content-type"] == packet["fields"]["clip"]["type"] == "video/mp4"
    assert whole.headers["accept-ranges"] == "bytes"
    assert "private" in whole.headers["cache-control"]
    size = len(whole.content)
    part = film.client.get(url, headers={"range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, whole.content[100:200])
    assert part.headers["content-range"] == f"bytes 100-199/{size}"
    assert film.client.get(url, headers={"range": "bytes=-10"}).content == whole.content[-10:]
    assert film.client.get(url, headers={"range": f"bytes={size - 1}-"}).content == whole.content[-1:]
    head = film.client.send("HEAD", url)
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", str(size))
    beyond = film.client.get(url, headers={"range": f"bytes={size}-"})
    problem(beyond, 416)
    assert beyond.headers["content-range"] == f"bytes */{size}"
    for odd in ("bytes=5-2", "lines=1-2", "bytes=", "x", "bytes=a-b"):
        assert film.client.get(url, headers={"range": odd}).status_code in (200, 400)


def test_only_the_parts_of_a_shown_stage_are_media(film: Player) -> None:
    packet = film.one()
    base = f"media/{packet['assignment']}/{packet['stage']}"
    person = packet["fields"]["characters"][0]["picture"]["url"]
    assert person == f"{base}/characters.0"
    assert film.client.get(person).headers["content-type"] == "image/png"
    assert packet["fields"]["characters"][1]["picture"] is None
    for part in ("characters", "characters.1", "characters.2", "film", "output.A", "output", "clip.1", "clip.A",
                 "nothing", "characters.-1", "..%2f..%2fsecret", "..%5c..%5csecret"):  # fmt: skip
        assert film.client.get(f"{base}/{part}").status_code == 404, part
    problem(film.client.get(f"media/{packet['assignment']}/other/clip"), 404)


def test_media_of_a_revoked_rater_are_closed(film: Player) -> None:
    url = film.one()["fields"]["clip"]["url"]
    raters.revoke_rater(film.site.bench, "study", "Ann")
    problem(film.client.get(url), 401, "link.revoked")


def test_a_media_file_that_was_lost_is_not_found_in_words(film: Player) -> None:
    url = film.one()["fields"]["clip"]["url"]
    for file in film.site.bench.media.folder.rglob("*"):
        if file.is_file():
            file.unlink()
    problem(film.client.get(url), 404, "media.unknown")


def test_paths_that_climb_out_of_the_static_files_find_nothing(site: Site) -> None:
    version = site.inner.state.renderer.static.version
    for path in ("..%2fapp.py", "%2e%2e/app.py", "..\\app.py", "/etc/passwd",
                 "%2fetc%2fpasswd", "rater/static/models/wire.d.ts", "rater/routes.py"):  # fmt: skip
        answer = site.client().get(f"/static/{version}/{path}")
        assert answer.status_code == 404, path
        assert b"import" not in answer.content


def test_a_draft_study_waits_and_gives_nothing_away(site: Site) -> None:
    new_study(site.bench, lines(2), loaded())
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    assert player.study["state"] == "draft"
    assert player.ask()["units"] == []
    assert player.ask()["state"] == "wait"


def test_the_first_units_come_with_the_sign_in(small: Small) -> None:
    home, _, token = link_of(small.site, "study", "Ann").partition("#")
    client = small.site.client()
    with_units = ok(client.post(home + "api/session", json={"token": token, "ahead": 2}))
    assert [unit["assignment"] for unit in with_units["next"]["units"]] == [
        unit["assignment"] for unit in ok(client.post(home + "api/next", json={"ahead": 2}))["units"]
    ]
    assert "next" not in ok(client.post(home + "api/session", json={"token": token}))


def test_where_a_rater_can_choose_a_way_the_units_wait_for_the_choice(site: Site) -> None:
    open_study(site.bench, lines(3), loaded(), assign="fixed", ways="both", quorum=1)
    home, _, token = raters.add_rater(site.bench, "study", "Ann").path.partition("#")
    assert "next" not in ok(site.client().post(home + "api/session", json={"token": token, "ahead": 2}))
