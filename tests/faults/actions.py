"""What is cut off in the middle; each runs in a process of its own. See `step_by_step`."""

from pathlib import Path

from benchmarks.material import open_bench
from jurybox.core import JuryboxError
from tests.faults.scenes import do_all, last_job
from tests.fixtures.command_line import run_jurybox


def migrate(folder: str, database: str = "") -> str:
    """Bring a data folder to the newest schema."""
    open_bench(Path(folder), database or None).close()
    return "done"


def do_jobs(folder: str) -> list[object]:
    """Do what waits for the worker; how the last job ended."""
    try:
        bench = open_bench(Path(folder))
        do_all(bench)
    except JuryboxError as error:  # as `jurybox worker` would end with
        return ["refused", [fault.code for fault in error.faults]]
    ended = last_job(bench)
    bench.close()
    return list(ended)


def command(*arguments: str) -> list[object]:
    """A command of the command line: its status, and what it said."""
    ended = run_jurybox(*arguments)
    return [ended.status, ended.out, ended.err]


def succeeds(*arguments: str) -> int:
    """The status of a command that should have gone well."""
    return run_jurybox(*arguments).status
