"""make setup: the environment to run Jurybox. make dev: also what the tests need."""

import sys

from tools import python_env


def main(profile: str = "run") -> None:
    python_env.prepare(profile)
    if profile == "dev":
        from tools import programs

        programs.prepare()


if __name__ == "__main__":
    main(*sys.argv[1:])
