"""Speed and memory, measured: `make bench`. Nothing here is a test; a number is never a reason to fail."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command line does, before numpy is loaded
