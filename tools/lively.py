"""Data for pictures of the organiser's site: the demonstration as it looks after a few days of work."""

import os
import time
from contextlib import closing
from pathlib import Path

from jurybox.studies import adjudicating, lifecycle, people, rating, results
from jurybox.studies.demo import build_demo
from jurybox.studies.workbench import Workbench, World, open_workbench

STUDY, PICTURED = "demo-title", "demo-caption-culture"
WHO = "Ada Marsh"
SECOND = 1_000_000
DAY = 86_400 * SECOND
DAYS = 6
LOOKS = 25
PEOPLE = """Bartholomäus von Hohenstein-Württemberg; ; de
Yaretzi Citlali Hernández; ; es
João Pedro; ; pt
Mei-Ling; ; zh"""
QUESTIONS = (
    "Is it an error when the title leaves the place out, if the text is only about one place?",
    "May a title be a question?",
)
REPLY = "Yes, if the text answers it. Say in the comment which words of the text do."
CHANGED = """

## Titles that are questions

A title may be a question if the text answers it. Rate it as you would rate the answer.
"""


class Past:
    """A clock that begins some days ago and hurries until it is now: a minute a look, and now and then some hours."""

    def __init__(self) -> None:
        self.begin()

    def begin(self, *_: object) -> None:
        self.at = time.time_ns() // 1000 - DAYS * DAY
        self.looks = 0

    def arrive(self) -> None:
        self.at = time.time_ns() // 1000

    def __call__(self) -> int:
        self.looks += 1
        further = 60 * SECOND if self.looks % LOOKS else 7 * 3600 * SECOND
        self.at = min(self.at + further, time.time_ns() // 1000)
        return self.at


def fill(folder: Path) -> str:
    """Fill a data folder; the path of the link by which an organiser signs in."""
    clock = Past()
    world = World(clock=clock, timer=time.monotonic, random_bytes=os.urandom)
    with closing(open_workbench(folder, world)) as bench:
        build_demo(bench, clock.begin)
        clock.arrive()
        for name in (WHO, "Ben Okafor"):
            people.add_organiser(bench, name)
        people.set_password(bench, WHO, "long enough for a picture")
        ask(bench)
        bring_people(bench)
        decide_one(bench)
        prose = lifecycle.show_guideline_prose(bench, STUDY, "en")
        lifecycle.revise_guideline(bench, STUDY, "en", prose + CHANGED, "questions as titles", WHO)
        results.compute(bench, STUDY, results.ResultsOptions())
        frozen = results.freeze_results(bench, STUDY, results.ResultsOptions(), WHO)
        results.share_frozen(bench, STUDY, frozen["id"], who=WHO)
        return people.sign_in_link(bench, WHO)


def ask(bench: Workbench) -> None:
    """Two questions of a rater, one of them answered."""
    rater = people.list_raters(bench, STUDY)[0]
    link = rating.Link(STUDY, rater.path.partition("#")[2])
    for text in QUESTIONS:
        wish = rating.EnquiryWish(bench.new_id(), text)
        bench.database.write(lambda run, wish=wish: rating.enquire(bench, run, link, wish))  # type: ignore[misc]
    answered = next(one for one in people.list_enquiries(bench, STUDY) if one["text"] == QUESTIONS[1])
    people.reply(bench, STUDY, answered["id"], people.ReplyDraft(REPLY, publish=True), WHO)


def bring_people(bench: Workbench) -> None:
    people.add_raters(bench, STUDY, PEOPLE, WHO)
    people.set_join_link(bench, STUDY, people.JoinWish(most=20), WHO)
    people.give_role(bench, STUDY, WHO, "owner", WHO)


def decide_one(bench: Workbench) -> None:
    """One dispute is decided, the way the first of its raters saw it."""
    adjudicating.find_disputes(bench, STUDY)
    for study in (PICTURED, "demo-translation", "demo-summary"):
        adjudicating.find_disputes(bench, study)
    line = adjudicating.list_disputes(bench, STUDY)["lines"][0]
    said = adjudicating.show_dispute(bench, STUDY, line["unit"], line["stage"])["questions"][0]
    answers = {said["question"]: {said["about"] or "unit": 3}}
    reason = "It leaves out where the painting was, which is the news."
    adjudicating.decide(bench, STUDY, adjudicating.DecisionDraft(line["unit"], line["stage"], answers, reason), WHO)
