"""Starting the worker process when there is work; it ends by itself when there is none."""

import asyncio
import os
import sys


class Worker:
    """At most one worker process at a time, started on demand, beside the server."""

    def __init__(self, data: str, database: str) -> None:
        self.command = [sys.executable, "-m", "jurybox.cli.main", "worker", "--data", data]
        # Not an argument, which every user of the machine could read: an address may hold a password.
        self.environment = {"JURYBOX_DATABASE": database}
        self.wanted = False
        self.process: asyncio.subprocess.Process | None = None
        self.running: asyncio.Task[None] | None = None

    async def wake(self) -> None:
        """There is work. A process that runs already may be past its last look, so another one follows it."""
        self.wanted = True
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.wanted:
            self.wanted = False
            self.process = await asyncio.create_subprocess_exec(*self.command, env=os.environ | self.environment)
            await self.process.wait()

    async def stop(self) -> None:
        if self.running is None:
            return
        self.wanted = False
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
        await self.running
