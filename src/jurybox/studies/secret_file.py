"""The secret that links are made from: made once, whole or not at all, and never in place of one that is gone."""

import os
from pathlib import Path

from jurybox.core import Refused
from jurybox.exchange.files import full_is_told, keep_names
from jurybox.store import Database, people
from jurybox.studies.tokens import rater_token, token_hash

SHORTEST = 16
"""Bytes."""
LENGTH = 32


def secret_of(path: Path, database: Database, fresh: bytes) -> bytes:
    """The secret of a data folder; `fresh` becomes it where there is none and no link was made yet."""
    link = database.read(people.any_link)
    if not path.exists():
        if link is not None:
            raise Refused.of("secret.missing", given=str(path))
        write_secret(path, fresh)
    secret = _read(path)
    if link is not None and token_hash(rater_token(secret, link.uid, link.token_version)) != link.token_hash:
        raise Refused.of("secret.foreign", given=str(path))
    return secret


def _read(path: Path) -> bytes:
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except ValueError as error:  # of characters that are no ASCII, too
        raise Refused.of("secret.damaged", given=str(path)) from error
    if len(secret) < SHORTEST:
        raise Refused.of("secret.damaged", given=str(path))
    return secret


def write_secret(path: Path, secret: bytes, replace: bool = False) -> None:
    """Into place in one step, readable by its owner alone. Where another process was quicker, its secret stays."""
    beside = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        with full_is_told():
            handle = os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secret.hex())
                file.flush()
                os.fsync(file.fileno())
            if replace or not path.exists():
                beside.replace(path)
                keep_names(path.parent)
    finally:
        beside.unlink(missing_ok=True)
