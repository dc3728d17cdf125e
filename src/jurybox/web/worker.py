"""Starting the worker process when there is work; it ends by itself when there is none."""

import asyncio
import json
import logging
import os
import signal
import sys

from jurybox.core import Fault
from jurybox.studies import Workbench, clear_cut_off, fail_jobs_of, has_waiting_jobs, silent_jobs

LOOK_EVERY_S = 30.0
LOOK_TWICE_S = 15.0
"""Three times as long as a worker lets pass before it says again that it is alive."""
log = logging.getLogger("jurybox.worker")


class Worker:
    """At most one worker process at a time, started on demand, beside the server."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.command = [sys.executable, "-m", "jurybox.cli.main", "worker", "--data", str(bench.folder)]
        self.wanted = self.stopping = False
        self.deaths = 0
        self.process: asyncio.subprocess.Process | None = None
        self.running: asyncio.Task[None] | None = None

    async def wake(self) -> None:
        """There is work. A process that runs already may be past its last look, so another one follows it."""
        self.wanted = True
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self._run())

    async def watch(self) -> None:
        """Now and then: jobs whose worker is gone have failed, and what waits since a server died is done."""
        while True:
            try:
                if silent := await asyncio.to_thread(silent_jobs, self.bench):
                    await asyncio.sleep(LOOK_TWICE_S)
                    await asyncio.to_thread(clear_cut_off, self.bench, silent)
                if await asyncio.to_thread(has_waiting_jobs, self.bench):
                    await self.wake()
            except Exception:  # a database that is away for a moment
                log.warning("jobs could not be looked at", exc_info=True)
            await asyncio.sleep(LOOK_EVERY_S)

    async def _run(self) -> None:
        while self.wanted:
            self.wanted = False
            worker = self.bench.new_id()
            # Not an argument, which every user of the machine could read: an address may hold a password.
            told = {"JURYBOX_DATABASE": self.bench.database.address, "JURYBOX_WORKER": worker}
            self.process = await asyncio.create_subprocess_exec(*self.command, env=os.environ | told)
            status = await self.process.wait()
            if status != 0:
                await self._died(worker, status)

    async def _died(self, worker: str, status: int) -> None:
        """Whatever it was doing has failed, and whoever waits for it is told now."""
        why = signal.Signals(-status).name if status < 0 else f"status {status}"
        self.deaths += not self.stopping
        log.error(json.dumps({"worker": worker, "ended_with": why}))
        fault = Fault("job.died", given=why) if status < 0 and not self.stopping else Fault("job.cut_off")
        await asyncio.to_thread(fail_jobs_of, self.bench, worker, fault)

    async def stop(self) -> None:
        if self.running is None:
            return
        self.wanted, self.stopping = False, True
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
        await self.running
