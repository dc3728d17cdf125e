"""The organiser and the raters of a record: the steps of which its studies are made."""

from dataclasses import dataclass, field
from typing import Any

from tests.upgrade.doors import DATA, ORGANISER, PASSWORD, House, Server, Visitor
from tests.upgrade.material import rows_of
from tests.upgrade.opinions import Opinion, worths
from tests.upgrade.raters import Rater


@dataclass
class Making:
    house: House
    server: Server
    organiser: Visitor
    token: str
    worth: dict[str, dict[str, float]] = field(default_factory=dict)
    jobs: list[dict[str, str]] = field(default_factory=list)

    @classmethod
    def begin(cls, house: House, server: Server) -> "Making":
        house.done("organiser", "add", ORGANISER, "--password", "--data", DATA, typed=f"{PASSWORD}\n{PASSWORD}\n")
        token = house.done("organiser", "token", ORGANISER, "--name", "notebook", "--data", DATA).strip()
        return cls(house, server, server.visitor(authorization=f"Bearer {token}"), token)

    def do(self, *arguments: str) -> str:
        """A command of the organiser's, a minute after what was before."""
        self.house.clock.forward(60)
        return self.house.done(*arguments, "--data", DATA)

    def api(self, verb: str, path: str, body: Any = None) -> Any:
        self.house.clock.forward(20)
        return self.organiser.ok(verb, f"/api/studies/{path}", body)

    def create(self, key: str, protocol: str, table: str, *options: str) -> None:
        """A draft with a table of ours; the media that it names are beside it."""
        self.worth[key] = worths(rows_of(table))
        items = ("--items", f"material/{table}.csv", "--media", "material/media", "--seed", f"seed of {key}")
        self.do(
            "study", "create", key, "--protocol", protocol, "--name", key.replace("-", " ").title(), *items, *options
        )

    def open(self, key: str) -> None:
        self.do("study", "open", key)

    def rater(self, study: str, name: str, severity: float = 0, *options: str, certain: bool = False) -> Rater:
        """A new rater of a study, who has followed their link."""
        link = self.do("rater", "add", study, name, *options).strip()
        return self.come(study, link, name, severity, certain)

    def come(self, study: str, link: str, name: str, severity: float = 0, certain: bool = False) -> Rater:
        return Rater(self.server, link, Opinion(name, severity, self.worth.get(study, {}), certain))

    def job(self, path: str, **what: Any) -> dict[str, Any]:
        """Ask for heavy work, have it done, and see how it went."""
        self.house.clock.forward(20)
        asked = self.organiser.ok("POST", f"/api/studies/{path}", **what)
        self.house.work_off()
        id = asked.get("id") or asked["job"]
        self.jobs.append({"about": f"{path} {len(self.jobs)}", "id": id})
        done: dict[str, Any] = self.organiser.ok("GET", f"/api/jobs/{id}")
        return done

    def kept(self) -> dict[str, Any]:
        """What only the maker of the data knows, and a later look at them needs."""
        return {"token": self.token, "jobs": self.jobs}
