"""What a server is told when it starts."""

from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """`url` is the address under which people reach the server; links are made with it."""

    url: str = "http://127.0.0.1:8000"
    largest_file_mb: int = 1024
    """How large an uploaded file may be."""

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def largest_file(self) -> int:
        """In bytes."""
        return self.largest_file_mb << 20

    @property
    def is_https(self) -> bool:
        return self.url.startswith("https://")
