"""`python -m benchmarks.peers [--only NAME …] [--quick | --long]`: installs, drives and compares; prints one table."""

import argparse
from pathlib import Path

from benchmarks.peers.comparison import LARGE, LONG, PEERS, QUICK, SMALL, USUAL, compare, default_cache


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description="Jurybox beside its peers.")
    parser.add_argument("--only", action="append", choices=PEERS, help="only this peer; repeatable")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true", help=f"{SMALL.rows:,} rows, one round")
    length.add_argument("--long", action="store_true", help=f"also {LARGE.rows:,} rows")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where the peers are installed, and stay")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where the data lie meanwhile")
    given = parser.parse_args()
    plan = QUICK if given.quick else LONG if given.long else USUAL
    print(compare(given.only or list(PEERS), plan, given.cache, given.folder).table())


if __name__ == "__main__":
    main()
