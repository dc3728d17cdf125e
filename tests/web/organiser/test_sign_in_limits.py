"""Who fails to sign in too often has to wait; who comes by a link does not."""

import threading
import time
from typing import Any

import pytest

from jurybox.studies.people import add_organiser, passwords, sign_in_link
from jurybox.web import attempts
from jurybox.web.organiser import sign_in
from jurybox.web.passwords import MOST_WAITING
from tests.fixtures.web import PASSWORD, Client, Site

WRONG = "wrong horse battery"


@pytest.fixture
def now(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which attempts are counted; who has to wait is answered at once here."""
    monkeypatch.setattr(sign_in, "PAUSE_S", 0.0)
    held = [1_000.0]
    counted = site.inner.state.passwords.attempts
    for kind in (counted.by_name, counted.by_address, counted.links):
        kind.timer = lambda: held[0]
    return held


def attempt(client: Client, name: str = "Ada", password: str = WRONG) -> Any:
    return client.post("/sign-in", data={"name": name, "password": password})


def test_a_name_has_to_wait_after_ten_failures_and_a_right_password_waits_too(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    assert [attempt(client).status_code for _ in range(10)] == [401] * 10
    refused = attempt(client, password=PASSWORD)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "600")
    assert "10 min" in refused.text
    assert attempt(client, "Ben").status_code == 401
    now[0] += 599
    assert attempt(client, password=PASSWORD).headers["retry-after"] == "1"
    now[0] += 2
    assert attempt(client, password=PASSWORD).status_code == 303


def test_a_name_that_nobody_has_waits_like_any_other(site: Site, now: list[float]) -> None:
    client = site.client(accept="text/html")
    assert [attempt(client, "Nobody").status_code for _ in range(12)] == [401] * 10 + [429] * 2


def test_a_name_that_has_to_wait_may_use_a_sign_in_link(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    for _ in range(11):
        attempt(client)
    token = sign_in_link(site.bench, "Ada").partition("#")[2]
    assert client.post("/sign-in", data={"token": token}).status_code == 303


def test_an_address_has_to_wait_after_fifty_failures_whatever_the_names(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    codes = [attempt(client, f"name {n}").status_code for n in range(52)]
    assert codes == [401] * 50 + [429] * 2
    assert attempt(client, password=PASSWORD).status_code == 429
    codes = [client.post("/sign-in", data={"token": f"t{n}"}).status_code for n in range(52)]
    assert codes == [401] * 50 + [429] * 2


def test_a_classroom_that_signs_in_rightly_is_never_stopped(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    for _ in range(60):
        assert attempt(client, password=PASSWORD).status_code == 303


def test_what_a_client_says_of_its_address_counts_for_nothing(site: Site, now: list[float]) -> None:
    codes = []
    for n in range(52):
        client = site.client(accept="text/html", **{"x-forwarded-for": f"10.0.0.{n}"})
        codes.append(attempt(client, f"name {n}").status_code)
    assert codes == [401] * 50 + [429] * 2


def test_the_present_password_can_be_guessed_no_more_often_by_who_has_a_session(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    attempt(client, password=PASSWORD)
    change = {"current": WRONG, "new": "another long password"}
    codes = [client.post("/account", data=change).status_code for _ in range(12)]
    assert codes == [422] * 10 + [429] * 2


def test_who_comes_when_too_many_wait_for_their_password_is_told_so(site: Site, now: list[float]) -> None:
    add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    many = [
        client.sending("POST", "/sign-in", data={"name": f"name {n}", "password": WRONG})
        for n in range(MOST_WAITING * 2)
    ]
    site.inner.state.passwords._thread.submit(time.sleep, 0.5)
    answers = site.together(*many)
    assert {answer.status_code for answer in answers} == {401, 503}
    assert all(answer.headers["retry-after"] for answer in answers if answer.status_code == 503)


@pytest.mark.usefixtures("real_passwords")
def test_an_unknown_name_costs_one_comparison_as_a_known_one_does(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted and not timed: hashing twice is what told them apart."""
    import argon2

    add_organiser(site.bench, "Ada", PASSWORD)
    passwords.nobodys_hash.cache_clear()
    site.inner.state.passwords.warm_up()
    client, calls = site.client(accept="text/html"), []

    def counted(verb: str) -> Any:
        real = getattr(argon2.PasswordHasher, verb)

        def call(*args: Any) -> Any:
            calls.append(verb)
            return real(*args)

        return call

    for verb in ("hash", "verify"):
        monkeypatch.setattr(argon2.PasswordHasher, verb, counted(verb))
    attempt(client, "Ada")
    attempt(client, "Nobody")
    assert calls == ["verify", "verify"]
    passwords.nobodys_hash.cache_clear()


def test_networks_count_as_one_address() -> None:
    class Asked:
        def __init__(self, host: str) -> None:
            self.client = type("Client", (), {"host": host})

    def of(host: str) -> str:
        return attempts.address_of(Asked(host))  # type: ignore[arg-type]

    assert of("2001:db8:1:2:3:4:5:6") == of("2001:db8:1:2::9") != of("2001:db8:1:3::9")
    assert of("192.0.2.1") != of("192.0.2.2")
    assert of("a socket") == "a socket"


def test_only_so_many_names_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "MOST_KEYS", 3)
    counted = attempts.Attempts(1, lambda: 0.0)
    for name in "abcd":
        counted.failed(name)
    assert [counted.wait_s(name) for name in "abcd"] == [0, 600, 600, 600]


def test_a_form_that_anybody_may_send_is_small(site: Site) -> None:
    answer = site.client(accept="text/html").post("/sign-in", data={"name": "x" * 70_000})
    assert answer.status_code == 413


def test_passwords_are_checked_by_a_thread_that_does_nothing_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """On those that read for raters, a flood of sign-ins made everybody wait for two seconds."""
    threads: list[str] = []
    real = passwords.check_password

    def watched(*args: Any) -> Any:
        threads.append(threading.current_thread().name)
        return real(*args)

    monkeypatch.setattr("jurybox.web.passwords.people.check_password", watched)
    add_organiser(site.bench, "Ada", PASSWORD)
    clients = [site.client(accept="text/html") for _ in range(6)]
    site.together(*(one.sending("POST", "/sign-in", data={"name": "Ada", "password": PASSWORD}) for one in clients))
    assert threads == ["jurybox-passwords_0"] * 6
