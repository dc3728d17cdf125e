"""What a server is told when it starts."""

from dataclasses import dataclass
from ipaddress import ip_address
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
    def is_local(self) -> bool:
        """Whether links lead nowhere but to the computer that the server runs on.

        >>> ServerConfig().is_local, ServerConfig("http://[::1]:80").is_local, ServerConfig("https://jury.test").is_local
        (True, True, False)
        """
        host = urlsplit(self.url).hostname or ""
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return False

    @property
    def largest_file(self) -> int:
        """In bytes."""
        return self.largest_file_mb << 20

    @property
    def is_https(self) -> bool:
        return self.url.startswith("https://")
