"""Set-up, checks and lock files. Standard library only, run from the repository's root by the Makefile."""
