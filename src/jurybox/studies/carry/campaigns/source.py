"""What an organiser says of a campaign's file, and of the study that it becomes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.exchange.campaigns import CampaignLook, HowRead, look_at_campaign
from jurybox.exchange.files import Form, checked_encoding
from jurybox.studies.carry.ratings import Twice


@dataclass(frozen=True, slots=True)
class CampaignSource:
    """A file or folder of a campaign, and how it is read."""

    path: Path
    format: str
    how: HowRead = field(default_factory=HowRead)
    encoding: str | None = None
    ratings: bool = True
    """Whether what was said already comes in too."""
    twice: Twice = "refuse"

    def look(self) -> CampaignLook:
        """What can be read of it, with what is wrong."""
        return look_at_campaign(self.path, self.format, self.how, Form(checked_encoding(self.encoding)))


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """What a study of a campaign is called, what is wished for it, and whether it opens at once."""

    key: str
    name: str | None = None
    protocol: str | None = None
    wishes: Mapping[str, object] = field(default_factory=dict)
    seed: str | None = None
    opened: bool = False
    paths: bool = True
    """Whether the protocol may be a file: not where it is named over the network."""
