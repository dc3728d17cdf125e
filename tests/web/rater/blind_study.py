"""A study with something to hide in every place, and a rater who knocks at every door of it."""

from typing import Any

from jurybox.studies.lifecycle import change
from jurybox.studies.people import enquiries, organisers, raters
from jurybox.studies.rating.onboarding import consent_hash
from tests.fixtures.small import SCALE
from tests.fixtures.studies import loaded
from tests.fixtures.web import Site, ok
from tests.web.playing import Player
from tests.web.rater.canaries import Canary
from tests.web.tables import Names, fill, large_picture, table_for

CANARIES = {
    place: Canary(place)
    for place in ("item", "system", "file", "gold", "why", "note", "source", "reference", "rater", "answer", "comment",
                  "cannot", "organiser", "reason", "seed", "study", "film", "enquiry", "reply", "about")
}  # fmt: skip
LATER = ["source"]
"""Canaries of what a later stage shows: secret until then."""
WORKED = ["gold", "why", "note"]
"""Canaries of the worked examples: secret until the rater has rated them, where the study asks for it."""
ASKED = [f"018bcfe5-6800-7000-a000-00000000000{n}" for n in (1, 2)]
CONSENT = "You take part because you want to."


def protocol(**changes: Any) -> Any:
    """Two stages, the first without the source; media of every kind; worked examples; a guide that is off."""
    gold = {
        "id": "worked", "fields": {"source": "a source"}, "candidates": [{"fields": {"output": "an output"}}],
        "answers": [{"question": "fluency", "value": 1, "why": {"en": str(CANARIES["why"])}}],
        "note": {"en": str(CANARIES["note"])}, "title": {"en": str(CANARIES["gold"])},
    }  # fmt: skip
    document = {
        "id": "blind",
        "unit": {"candidates": "all"},
        "fields": {
            "source": {"type": "text"}, "output": {"type": "text"}, "picture": {"type": "image"},
            "shot": {"type": "image", "per": "output"}, "clip": {"type": "video"},
            "characters": {"type": "people"}, "map": {"type": "image"},
            "reference": {"type": "text", "guide": True, "optional": True},
        },
        "stages": [
            {"id": "fluency", "show": ["picture", "clip", "characters", "output", "shot", "reference"],
             "ask": [{**SCALE, "id": "fluency"},
                     {"type": "comment", "id": "note", "prompt": {"en": "Anything else?"}, "about": "candidate"}]},
            {"id": "adequacy", "show": ["source", "map", "output", "reference"], "opens": "batch",
             "ask": [{**SCALE, "id": "adequacy"}]},
        ],
        "examples": [gold],
    }  # fmt: skip
    return loaded(**{**document, **changes})


def blind_study(site: Site, items: int = 3, **settings: Any) -> dict[str, str]:
    """An open study full of canaries, another study beside it; the links of Ann and Bo."""
    names = Names(*(str(CANARIES[place]) for place in ("item", "system", "file", "film")))
    table = table_for(protocol().protocol, items, 2, names)
    for number, file in enumerate(table.files):
        if any(f"-{part}" in file for part in ("picture", "shot", "person")):
            table.files[file] = large_picture(number)
    for line in table.lines:
        for field in ("source", "reference"):
            if line.get(field):
                line[field] = f"{CANARIES[field]} {line[field]}"
    organisers.add_organiser(site.bench, str(CANARIES["organiser"]))
    settings = {"quorum": 3, "batch": items, "consent": {"en": CONSENT}, "questionnaire": "standard", **settings}
    fill(site.bench, protocol(), table, seed=str(CANARIES["seed"]), **settings)
    fill(
        site.bench, protocol(id="other"), table_for(protocol().protocol, 1, 1), key="other", name=str(CANARIES["study"])
    )
    links = {
        "ann": raters.add_rater(site.bench, "study", "Ann").path,
        "bo": raters.add_rater(site.bench, "study", str(CANARIES["rater"]), who=str(CANARIES["organiser"])).path,
    }
    if not settings.get("calibration"):
        for name, link in links.items():
            pass_before(site, link, str(CANARIES["about"]) if name == "bo" else "Bribri")
    return {
        **links,
        "other": raters.add_rater(site.bench, "other", str(CANARIES["rater"])).path,
    }


def pass_before(site: Site, link: str, about: str) -> None:
    """Agree, and say something about oneself."""
    client = site.rater(link)
    ok(client.post("api/before/consent", json={"lang": "en", "hash": consent_hash(CONSENT), "given": True}), 204)
    ok(client.post("api/before/questionnaire", json={"answers": {"first_language": about}}), 204)


def ask_and_be_told(site: Site, bo: Player) -> None:
    """Bo asks twice; the organiser tells him alone, and all."""
    for id, text, publish in ((ASKED[0], str(CANARIES["enquiry"]), False), (ASKED[1], str(CANARIES["enquiry"]), True)):
        wish = {"id": id, "text": text, "assignment": bo.sent[0].packet["assignment"], "stage": "fluency"}
        ok(bo.client.post("api/enquiries", json=wish), 201)
        answer = "Yes, all." if publish else str(CANARIES["reply"])
        question = "May all read this?" if publish else None
        enquiries.reply(
            site.bench, "study", id, enquiries.ReplyDraft(answer, publish, question), str(CANARIES["organiser"])
        )


def played_by_another(site: Site, link: str) -> Player:
    """Bo rates with canaries in every text, cannot judge one, and the organiser withdraws another item."""
    bo = Player.with_link(site, link, taste=2)
    answer, comment = str(CANARIES["answer"]), str(CANARIES["comment"])
    while (asked := bo.ask())["units"]:
        packet = asked["units"][0]
        body = bo.judgement(packet, comment=comment)
        if "note" in body["answers"]:
            body["answers"]["note"] = dict.fromkeys(body["answers"]["note"], answer)
        if len(bo.sent) == 1:
            body |= {"answers": {}, "cannot": str(CANARIES["cannot"])}
        bo.rate(packet, **{key: body[key] for key in ("answers", "comment", "cannot")})
    ask_and_be_told(site, bo)
    item = f"{CANARIES['item']}-2"
    change.withdraw_item(site.bench, "study", item, str(CANARIES["reason"]), str(CANARIES["organiser"]))
    assert ok(bo.client.get("api/assignments"))["assignments"]
    return bo
