"""A clip that was cut from a film reaches the rater who has its task, whole and without a name, and nobody else."""

from pathlib import Path

from jurybox.protocols import load_protocol
from jurybox.studies.carry.film import WantedFilms, film_into_study
from jurybox.studies.lifecycle import create
from jurybox.studies.people import raters
from tests.fixtures.films import SHORT, make, numbers
from tests.fixtures.web import Site
from tests.paths import ROOT
from tests.web.playing import Player

SAMPLES = ROOT / "examples" / "files" / "film"


def test_a_cut_clip_reaches_only_the_rater_who_has_its_task(site: Site, tmp_path: Path):
    film = make(SHORT, tmp_path / "CANARY-film.mp4")
    systems = [("CANARY-narra", SAMPLES / "narra.srt"), ("CANARY-quill", SAMPLES / "quill.srt")]
    create.create_study(
        site.bench, load_protocol("audio-description"), create.StudyDraft("study", "Films", {"quorum": 1})
    )
    film_into_study(site.bench, "study", WantedFilms(systems, {"Tea": film}, "seed"))
    create.open_study(site.bench, "study")
    links = [raters.add_rater(site.bench, "study", name).path for name in ("Ann", "Bo")]
    ann, bo = (Player.with_link(site, link) for link in links)
    packet = ann.one()
    address = packet["fields"]["clip"]["url"]
    answer = ann.client.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "video/mp4")
    (tmp_path / "got.mp4").write_bytes(answer.content)
    frames = [number for number, _ in numbers(tmp_path / "got.mp4")]
    assert frames == list(range(frames[0], frames[0] + packet["fields"]["clip"]["frames"]["count"]))
    part = ann.client.get(address, headers={"range": "bytes=0-99"})
    assert (part.status_code, part.content) == (206, answer.content[:100])
    assert bo.client.get(address).status_code == 404
    stranger = site.client()
    stranger.home = ann.client.home
    assert stranger.get(address).status_code == 401
    assert not any(b"CANARY" in seen.content or b"a-fish" in seen.content for seen in site.answers)
