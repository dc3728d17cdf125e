"""Attempts that failed: counted by name and by address, in this process; who failed too often has to wait.

Only failures count: a classroom shares one address. A name that nobody has is counted like any other.
"""

import math
from collections import OrderedDict, deque
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request

from jurybox.core import TooMany

WINDOW_S = 600.0
MOST_BY_NAME = 10
MOST_BY_ADDRESS = 50
MOST_KEYS = 10_000
"""So many names and addresses are remembered; those that failed longest ago are forgotten first."""


class Attempts:
    """Failures of the last minutes, by whatever names who failed."""

    def __init__(self, most: int, timer: Callable[[], float]) -> None:
        self.most, self.timer = most, timer
        self._failed: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, key: str) -> int:
        """How long to wait before the next attempt, in whole seconds."""
        times = self._failed.get(key)
        if times is None or len(times) < self.most:
            return 0
        return max(0, math.ceil(times[0] + WINDOW_S - self.timer()))

    def failed(self, key: str) -> None:
        times = self._failed.setdefault(key, deque(maxlen=self.most))
        times.append(self.timer())
        self._failed.move_to_end(key)
        if len(self._failed) > MOST_KEYS:
            self._failed.popitem(last=False)

    def forget(self, key: str) -> None:
        self._failed.pop(key, None)


class SignInAttempts:
    """What stands before passwords and sign-in links. A name that must wait may still use a link."""

    def __init__(self, timer: Callable[[], float]) -> None:
        self.by_name = Attempts(MOST_BY_NAME, timer)
        self.by_address = Attempts(MOST_BY_ADDRESS, timer)
        self.links = Attempts(MOST_BY_ADDRESS, timer)

    def check(self, request: Request, name: str) -> None:
        """Refuse an attempt with a password for a while after too many."""
        _refuse(max(self.by_name.wait_s(name), self.by_address.wait_s(address_of(request))))

    def check_link(self, request: Request) -> None:
        _refuse(self.links.wait_s(address_of(request)))

    def failed(self, request: Request, name: str) -> None:
        self.by_name.failed(name)
        self.by_address.failed(address_of(request))

    def link_failed(self, request: Request) -> None:
        self.links.failed(address_of(request))


def _refuse(seconds: int) -> None:
    if seconds:
        raise TooMany.of("sign_in.too_many", given=seconds, minutes=math.ceil(seconds / 60))


def address_of(request: Request) -> str:
    """Who asks, as far as an address says it: of IPv6 the network, which one household or attacker has as a whole.

    It is the other end of the connection; what a proxy says counts only where the server was told to believe it.
    """
    host = request.client.host if request.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Address(int(found) >> 64 << 64))
    return host
