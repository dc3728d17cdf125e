"""A small open study with two raters, for tests that need just any."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Client, Site, make_site
from tests.web.playing import Player

ON_BOTH = {
    "test_blind_wire", "test_corrections", "test_joined", "test_playing_sarcasm", "test_preview", "test_real_server",
}  # fmt: skip
"""Files whose tests run on PostgreSQL each time. What the others ask of it tests/store asks too; soak runs them."""


def pytest_itemcollected(item: pytest.Item) -> None:
    if "[postgresql" in item.name and item.path.stem not in ON_BOTH:
        item.add_marker("soak")


@dataclass
class Small:
    """One stage, one scale, six items of two systems; Ann and Bo rate."""

    site: Site
    ann: Player
    bo: Player

    @property
    def bench(self) -> Workbench:
        return self.site.bench

    def organiser(self) -> Client:
        return self.site.organiser()


@pytest.fixture
def small(site: Site) -> Small:
    open_study(site.bench, lines(6), loaded(), quorum=2)
    links = [raters.add_rater(site.bench, "study", name).path for name in ("Ann", "Bo")]
    ann, bo = (Player.with_link(site, link, taste) for taste, link in enumerate(links))
    return Small(site, ann, bo)


@pytest.fixture
def https_site(bench: Workbench) -> Iterator[Site]:
    """A server that people reach by https."""
    made = make_site(bench, "https://jury.example.org")
    yield made
    made.close()
