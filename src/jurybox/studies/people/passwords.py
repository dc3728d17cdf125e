"""Passwords: made into a hash, and compared with one. Both are slow on purpose, so neither runs on the writer."""

from functools import cache

from jurybox.core import Denied, Refused
from jurybox.store import Organiser, Run, organisers
from jurybox.studies.workbench import Workbench

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1_000


def hashed_password(password: str) -> str:
    """Spaces around it are part of a password, but do not make it longer."""
    from argon2 import PasswordHasher

    if len(password.strip()) < SHORTEST_PASSWORD:
        raise Refused.of("organiser.short_password", "password", len(password.strip()), SHORTEST_PASSWORD)
    if len(password) > LONGEST_PASSWORD:
        raise Refused.of("organiser.long_password", "password", len(password), LONGEST_PASSWORD)
    return PasswordHasher().hash(password)


@cache
def nobodys_hash() -> str:
    """What the password of an unknown name is compared with: it takes as long as any other."""
    from argon2 import PasswordHasher

    return PasswordHasher().hash("nobody")


def check_password(bench: Workbench, name: str, password: str) -> Organiser:
    """The organiser behind a name and password. No transaction is held while the two are compared."""
    from argon2 import PasswordHasher
    from argon2.exceptions import VerificationError

    def read(run: Run) -> tuple[Organiser | None, str | None]:
        found = organisers.by_name(run, name)
        return found, organisers.password_hash(run, found.id) if found else None

    found, known = bench.database.read(read)
    try:
        PasswordHasher().verify(known or nobodys_hash(), password[: LONGEST_PASSWORD + 1])
    except VerificationError as error:
        raise Denied.of("sign_in.bad_password") from error
    if found is None or known is None:
        raise Denied.of("sign_in.bad_password")
    return found
