"""Where things are, for tests in any folder."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
