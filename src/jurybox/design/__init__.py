"""Who rates what, in which order, under which letters: pure functions of a seed."""
