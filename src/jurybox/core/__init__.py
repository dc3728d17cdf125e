"""The nouns and rules of Jurybox, pure: no clock, no chance, no files, no network."""
