"""An organiser's own API tokens: listed, made and revoked by themself."""

from dataclasses import dataclass

from jurybox.core import Conflict, Refused, rfc3339
from jurybox.store import Organiser, Run, organisers
from jurybox.studies.people.organisers import add_api_token, revoke_api_token
from jurybox.studies.workbench import Workbench

LONGEST_TOKEN_NAME = 100


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token that works; what it reads was shown once and is not kept."""

    name: str
    created_at: str


def list_tokens(bench: Workbench, me: Organiser) -> list[TokenInfo]:
    """The tokens that work, in the order they were made."""
    found = bench.database.read(lambda run: organisers.tokens(run, me.id))
    return [TokenInfo(name, rfc3339(at)) for name, at in found]


def make_token(bench: Workbench, me: Organiser, name: str) -> str:
    """A token for one's own programs; shown once, kept only as a hash."""
    name = name.strip()
    if not 0 < len(name) <= LONGEST_TOKEN_NAME or not name.isprintable():
        raise Refused.of("token.bad_name", "name", name, LONGEST_TOKEN_NAME)

    def check(run: Run) -> None:
        if any(token.name == name for token in organisers.tokens(run, me.id)):
            raise Conflict.of("token.name_taken", "name", name)

    bench.database.read(check)
    return add_api_token(bench, me.uid, name)


def revoke_own_token(bench: Workbench, me: Organiser, name: str) -> None:
    """End one of one's own tokens."""
    revoke_api_token(bench, me.uid, name)
