"""The command `jurybox`. A fault is a sentence on stderr and a status, never a traceback."""

import os
import sys

OLDEST = (3, 11)


def run() -> None:
    """Run the command line. Status 1: refused; 2: wrong usage, or something this machine lacks."""
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
    return 0


if __name__ == "__main__":
    run()
