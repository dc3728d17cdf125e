"""Links and secrets: a rater's token follows from the secret file, so a link can be shown and printed again."""

import hashlib
import hmac
from base64 import urlsafe_b64encode


def rater_token(secret: bytes, membership: str, version: int) -> str:
    """The token in a rater's link. The next version of it makes the old link void.

    >>> rater_token(b"s", "m", 1) == rater_token(b"s", "m", 1) != rater_token(b"s", "m", 2)
    True
    """
    digest = hmac.new(secret, f"jurybox:rater:1\n{membership}\n{version}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()


def join_token(secret: bytes, study: str, version: int) -> str:
    """The token in a study's link to join. The next version of it makes the old link void.

    >>> join_token(b"s", "m", 1) == join_token(b"s", "m", 1) != join_token(b"s", "m", 2)
    True
    >>> join_token(b"s", "m", 1) == rater_token(b"s", "m", 1)
    False
    """
    digest = hmac.new(secret, f"jurybox:join:1\n{study}\n{version}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()


def is_token(given: str, token: str) -> bool:
    """Whether a token is the right one; the time that it takes says nothing of it."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())


def share_token(secret: bytes, share: str) -> str:
    """The token in the link of a shared result; the link stops working when the share is revoked."""
    digest = hmac.new(secret, f"jurybox:shared:1\n{share}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()


def token_hash(token: str) -> str:
    """What the database holds of a token: enough to find it, not enough to use it."""
    return hashlib.sha256(b"jurybox:token:1\n" + token.encode("utf-8", "surrogatepass")).hexdigest()


def random_token(random_bytes: bytes) -> str:
    return urlsafe_b64encode(random_bytes).decode().rstrip("=")
