"""Media file formats, taken apart just far enough to leave their metadata out of the copy. One module per format."""
