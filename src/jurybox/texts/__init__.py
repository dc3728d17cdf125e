"""The words of the pages, one catalogue per language, with their loader."""
