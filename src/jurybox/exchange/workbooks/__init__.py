"""Workbooks that raters fill in: written with everything a rater needs and nothing they may not know, and read back."""
