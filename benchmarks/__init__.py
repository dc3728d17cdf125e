"""Speed and memory, measured: `make bench`. Nothing here is a test; a number is never a reason to fail."""
