"""Jurybox and its peers, each installed with pip and given the same job in one run: `python -m benchmarks.peers`."""
