"""The command `jurybox`. A fault is a sentence on stderr and a status, never a traceback."""

import os
import sys

OLDEST = (3, 11)


def run() -> None:
    """Run the command line. Status 1: refused; 2: wrong usage, or something this machine lacks; 3: a fault of ours."""
    if sys.version_info[:2] < OLDEST:
        sys.stderr.write(
            "Jurybox needs Python %d.%d or newer; this is Python %d.%d.\n" % (*OLDEST, *sys.version_info[:2])  # noqa: UP031
        )
        sys.exit(2)
    # Our products of matrices are small: a second thread of numpy's spends more time waiting than it saves.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(_run())


def _run() -> int:
    from jurybox.cli.app import app
    from jurybox.cli.output import speak_any_language, tell_error
    from jurybox.core import JuryboxError

    speak_any_language()
    try:
        app(prog_name="jurybox")
    except JuryboxError as error:
        return tell_error(error)
    except BrokenPipeError:  # `jurybox … | head` has read enough
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _unexpected(error)
    return 0


def _unexpected(error: Exception) -> int:
    """What nobody foresaw: a sentence for who typed the command, and a file for who is to mend it."""
    import tempfile
    import traceback
    from pathlib import Path

    from jurybox import __version__
    from jurybox.cli.output import visible

    handle, name = tempfile.mkstemp(prefix="jurybox-", suffix=".txt")
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
        file.write(f"jurybox {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n")
        file.write("".join(traceback.format_exception(error)))
    said = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    sys.stderr.write(
        f"Something went wrong that should not have ({visible(said)}). Nothing that was acknowledged is lost. "
        f"What happened is in {Path(name)}; please send it to whoever looks after this installation.\n"
    )
    return 3


if __name__ == "__main__":
    run()
