"""Passwords are slow to check on purpose: that is done on one thread of its own, behind everything else.

Who failed too often waits without any being checked: an attempt that is refused costs next to nothing.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from jurybox.core import Busy, Denied, Refused
from jurybox.studies import Workbench, people
from jurybox.studies.people import Organiser, PasswordWish
from jurybox.web.attempts import SignInAttempts

T = TypeVar("T")
MOST_WAITING = 16
NICE = 10


class Passwords:
    """Checks and changes passwords one after the other; who comes when too many wait is told to try again."""

    def __init__(self, bench: Workbench, attempts: SignInAttempts) -> None:
        self.bench, self.attempts = bench, attempts
        self._thread = ThreadPoolExecutor(1, "jurybox-passwords", initializer=_stand_back)
        self._waiting = 0

    async def check(self, request: Request, name: str, password: str) -> Organiser:
        """The organiser behind a name and password."""
        self.attempts.check(request, name)
        try:
            found = await self._do(lambda: people.check_password(self.bench, name, password))
        except Denied:
            self.attempts.failed(request, name)
            raise
        self.attempts.by_name.forget(name)
        return found

    async def change(self, request: Request, me: Organiser, wish: PasswordWish, kept: str = "", name: str = "") -> None:
        """Set or change one's own password, for which the present one is guessed no more often than to sign in."""
        self.attempts.check(request, me.name)
        try:
            await self._do(lambda: people.change_password(self.bench, me, wish, kept, name))
        except Refused as error:
            if error.faults[0].code == "organiser.wrong_password":
                self.attempts.failed(request, me.name)
            raise

    async def _do(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Busy.of("sign_in.busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self._waiting -= 1

    def warm_up(self) -> None:
        """Make what unknown names are compared with before anybody measures how long that takes."""
        self._thread.submit(people.nobodys_hash)

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)


def _stand_back() -> None:
    """Where a thread can be less urgent than others, it is, and so are those that it starts."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
