"""Who judges what, in which order: units, overlap, blinding, repeats, checks. Pure and seeded."""
