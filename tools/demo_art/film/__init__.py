"""A film of half a minute, "Ein Fisch zum Tee": kitchen, cast, cat, story and sound."""
