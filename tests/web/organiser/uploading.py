"""Texts as an organiser brings them into a study: uploaded, looked at, imported."""

from html.parser import HTMLParser

from jurybox.studies.jobs import run_next_job
from tests.fixtures.web import Client, Site


class Form(HTMLParser):
    """The fields of the form that says how tables are read, with what is chosen in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self._inside, self._select = False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = values.get("action", "").endswith("/texts/reading")
        elif not self._inside:
            return
        elif tag == "select":
            self._select = values["name"]
        elif tag == "option" and (self._select not in self.fields or "selected" in values):
            self.fields[self._select] = values["value"]
        elif tag == "input" and (values.get("type") == "hidden" or "checked" in values):
            self.fields[values["name"]] = values["value"]


def worked(site: Site, client: Client, home: str) -> str:
    """The page of the texts once the worker did what waits."""
    assert run_next_job(site.bench)
    page = client.get(f"{home}/texts")
    assert page.status_code == 200, page.text
    return page.text


def looked_at(site: Site, client: Client, home: str, table: str, name: str = "items.csv") -> str:
    """Upload a table, let the worker look at it; the page."""
    answer = client.post(f"{home}/texts", files={"tables": (name, table, "text/csv")})
    assert answer.status_code == 303, answer.text
    assert 'data-job="/api/jobs/' in client.get(answer.headers["location"]).text
    return worked(site, client, home)


def say(client: Client, home: str, page: str, do: str = "look", **changes: str) -> str:
    """Send the form of a page, with some fields changed; where that leads."""
    answer = client.post(f"{home}/texts/reading", data={**Form(page).fields, **changes, "do": do})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def imported(site: Site, client: Client, home: str, table: str, name: str = "items.csv") -> str:
    """Upload a table and import it as it is read; the page."""
    where = say(client, home, looked_at(site, client, home, table, name), "import")
    assert run_next_job(site.bench)
    return client.get(where).text
