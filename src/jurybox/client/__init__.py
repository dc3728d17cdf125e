"""The Python library, over a folder or a server."""
