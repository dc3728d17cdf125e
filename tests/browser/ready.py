"""Raters without a browser: one who has done what is asked before the first task, one who rates all there is."""

from typing import Any

import httpx

from tests.web.answers import answers_to
from tests.web.playing import judgement_id


def get_ready(link: str) -> None:
    """Agree, answer, and rate the worked examples, as far as the study asks for it."""
    home, _, token = link.partition("#")
    with httpx.Client(base_url=home) as client:
        study = client.post("api/session", json={"token": token}).json()
        asked = client.get("api/before").json()
        if consent := asked.get("consent"):
            lang, text = next(iter(consent["texts"].items()))
            client.post("api/before/consent", json={"lang": lang, "hash": text["hash"], "given": True})
        if about := asked.get("questionnaire"):
            answers = {question["id"]: "x" for question in about["questions"]}
            client.post("api/before/questionnaire", json={"answers": answers})
        if "calibration" in asked:
            client.post("api/before/calibration")
            rate_examples(client, study)


def rate_examples(client: httpx.Client, study: dict[str, Any]) -> None:
    stages = {stage["id"]: stage for stage in study["protocol"]["stages"]}
    while client.get("api/before").json()["step"] == "calibration":
        units = client.post("api/next", json={"ahead": 1}).json()["units"]
        if not units:  # a round fell short
            client.post("api/before/calibration").raise_for_status()
            continue
        (packet,) = units
        answers = answers_to(stages[packet["stage"]], packet, 1)
        sent = {"id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"], "answers": answers}
        client.post("api/judgements", json=sent).raise_for_status()


def rates_everything(link: str) -> int:
    """Over the page's own requests, until there is nothing left; how many stages that were."""
    home, _, token = link.partition("#")
    sent = 0
    with httpx.Client(base_url=home) as client:
        study = client.post("api/session", json={"token": token}).raise_for_status().json()
        stages = {stage["id"]: stage for stage in study["protocol"]["stages"]}
        while units := client.post("api/next", json={"ahead": 1}).raise_for_status().json()["units"]:
            for packet in units:
                answers = answers_to(stages[packet["stage"]], packet)
                made = {"id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"]}
                client.post("api/judgements", json={**made, "answers": answers}).raise_for_status()
                sent += 1
    return sent
