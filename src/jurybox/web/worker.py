"""Starting the worker process when there is work; it ends by itself when there is none."""

import asyncio
import sys


class Worker:
    """At most one worker process at a time, started on demand, beside the server."""

    def __init__(self, data: str, database: str | None) -> None:
        self.command = [sys.executable, "-m", "jurybox.cli.main", "worker", "--data", data]
        if database:
            self.command += ["--database", database]
        self.process: asyncio.subprocess.Process | None = None

    async def wake(self) -> None:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(*self.command)

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()
