"""The files of deploy/: what they start exists, and behind real proxies people sign in, upload and watch."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from ruamel.yaml import YAML

from tests.examples.test_serving import started
from tests.fixtures.command_line import Jurybox
from tests.fixtures.tools import tool
from tests.paths import ROOT

DEPLOY = ROOT / "deploy"
NAME = "jury.example.org"
Proxy = Callable[[Path, int, str], list[str | Path]]
"""How it is started, from a folder, its port and where the server is."""
PIECE = 8_000_000
"""Bytes of a piece of an upload."""


def commands() -> list[tuple[str, list[str]]]:
    """Every command of the program that a file of deploy/ names, with its options."""
    units = [path for path in DEPLOY.iterdir() if path.suffix == ".service"]
    found = [
        (path.name, line.split()[1:]) for path in units for line in re.findall(r"ExecStart=(.*)", path.read_text())
    ]
    services = YAML(typ="safe").load(DEPLOY / "compose.yaml")["services"]
    return [*found, ("compose.yaml", services["jurybox"]["command"])]


def test_what_the_files_start_is_there(jurybox: Jurybox) -> None:
    assert len(commands()) == 3
    for name, (command, *rest) in commands():
        known = jurybox(command, "--help").out
        missing = [one for one in rest if one.startswith("--") and one not in known]
        assert not missing, f"{name}: {command} has no {missing}"


def test_the_container_runs_as_nobody_with_what_is_locked() -> None:
    steps = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert "--require-hashes -r requirements.lock" in steps
    assert re.search(r"^USER 10001$", steps, re.MULTILINE)
    assert (ROOT / "requirements.lock").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="hadolint comes for it otherwise")
def test_the_container_file_has_no_faults() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    found = subprocess.run([hadolint, "-t", "style", DEPLOY / "Containerfile"], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


def test_every_file_stands_in_the_page_of_hosting() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in page] == []


def free_port() -> int:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def certificate(folder: Path) -> tuple[Path, Path]:
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
         "-keyout", key, "-out", chain], check=True, capture_output=True,
    )  # fmt: skip
    return chain, key


def nginx(folder: Path, port: int, upstream: str) -> list[str | Path]:
    chain, key = certificate(folder)
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"listen (\[::\]:)?80;", f"listen 127.0.0.1:{free_port()};", site, count=1)
    site = re.sub(r" *listen \[::\]:\d+.*;\n", "", site)
    site = site.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace("http://127.0.0.1:8000", upstream)
    site = re.sub(r"(ssl_certificate) .*;", rf"\1 {chain};", re.sub(r"(ssl_certificate_key) .*;", rf"\1 {key};", site))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds) + f"error_log {folder}/errors;"
    http = f"http {{ access_log off; {places} {site} }}"
    whole = f"user root; daemon off; pid {folder}/pid; events {{}} {http}"
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    program = tool("JURYBOX_TEST_NGINX")
    subprocess.run([program, "-t", "-c", folder / "nginx.conf"], check=True)
    return [program, "-c", folder / "nginx.conf"]


def caddy(folder: Path, port: int, upstream: str) -> list[str | Path]:
    chain, key = certificate(folder)
    program = tool("JURYBOX_TEST_CADDY")
    site = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    subprocess.run([program, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"], check=True)
    site = site.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {chain} {key}", 1)
    site = site.replace("127.0.0.1:8000", upstream.removeprefix("http://"))
    off = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(off + site, encoding="utf-8")
    return [program, "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]


@contextmanager
def answering(command: list[str | Path], port: int, folder: Path) -> Iterator[httpx.Client]:
    """A browser's way through the proxy: by the name of the site, with its certificate unchecked."""
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as proxy:
        transport = httpx.HTTPTransport(verify=trust, retries=40)
        try:
            with httpx.Client(base_url=f"https://127.0.0.1:{port}", transport=transport, timeout=60) as client:
                client.headers.update({"Host": NAME, "Origin": f"https://{NAME}"})
                yield client
        finally:
            proxy.terminate()
            with suppress(subprocess.TimeoutExpired):  # Caddy waits for streams to end
                proxy.wait(3)
            proxy.kill()


@pytest.mark.soak
def test_the_compose_file_is_one_and_names_what_has_to_be_said(tmp_path: Path) -> None:
    command: list[str | Path] = [tool("JURYBOX_TEST_COMPOSE"), "-f", DEPLOY / "compose.yaml", "config"]
    said = {"PATH": os.environ["PATH"], "POSTGRES_PASSWORD": "of-the-tests", "JURYBOX_URL": f"https://{NAME}"}
    whole = subprocess.run(command, env=said, capture_output=True, text=True, cwd=tmp_path)
    assert whole.returncode == 0, whole.stderr
    services = YAML(typ="safe").load(whole.stdout)["services"]
    assert (
        services["jurybox"]["environment"]["JURYBOX_DATABASE"] == "postgresql://jurybox:of-the-tests@database/jurybox"
    )
    for name in ("POSTGRES_PASSWORD", "JURYBOX_URL"):
        less = {one: value for one, value in said.items() if one != name}
        assert subprocess.run(command, env=less, capture_output=True, cwd=tmp_path).returncode != 0, name


def container_steps() -> Iterator[tuple[str, str]]:
    """The instructions of the container file: (COPY, requirements.lock ./), (RUN, …)."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        verb, _, rest = line.partition(" ")
        if verb.isupper():
            yield verb, rest.strip()


@dataclass
class BareFolder:
    """What the container file copies, runs and starts, done in a folder of this machine."""

    folder: Path
    port: int = field(default_factory=lambda: free_port())
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)

    def do(self, verb: str, rest: str) -> None:
        places = {"/opt/jurybox": self.folder / "jurybox", "/data": self.folder / "data"}
        for of_container, here in {**places, "0.0.0.0": "127.0.0.1", "8000": self.port}.items():
            rest = rest.replace(of_container, str(here))
        source = self.folder / "src"
        source.mkdir(exist_ok=True)
        if verb == "COPY" and not rest.startswith("--from"):
            *files, target = rest.split()
            for file in files:
                if (ROOT / file).is_dir():
                    shutil.copytree(ROOT / file, source / target)
                else:
                    shutil.copy(ROOT / file, source / target)
        elif verb == "RUN" and "useradd" not in rest:
            subprocess.run(rest.replace("python -m", f"{sys.executable} -m", 1), shell=True, cwd=source, check=True)
        elif verb == "ENV":
            self.environment |= dict(pair.split("=", 1) for pair in rest.split())
        elif verb in ("ENTRYPOINT", "CMD"):
            self.command += json.loads(rest)
        elif verb == "HEALTHCHECK":
            self.health = json.loads(rest.removeprefix("CMD "))

    def is_healthy(self) -> bool:
        return subprocess.run(self.health, stderr=subprocess.DEVNULL).returncode == 0


@pytest.mark.soak
@pytest.mark.install
def test_the_steps_of_the_container_file_make_a_server_in_a_bare_folder(tmp_path: Path) -> None:
    """No container is built here."""
    made = BareFolder(tmp_path, environment={"PATH": os.environ["PATH"], "HOME": str(tmp_path)})
    for verb, rest in container_steps():
        made.do(verb, rest)
    with subprocess.Popen(made.command, env=made.environment, cwd=tmp_path, stdout=subprocess.DEVNULL) as server:
        try:
            end = time.monotonic() + 60
            while not made.is_healthy():
                assert time.monotonic() < end
                time.sleep(0.5)
        finally:
            server.terminate()
            assert server.wait(30) in (0, -signal.SIGTERM)
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0


@pytest.mark.soak
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_people_work_behind_a_proxy(proxy: Proxy, tmp_path: Path) -> None:
    served = free_port()
    options = (
        "serve",
        "--port",
        str(served),
        "--data",
        tmp_path / "data",
        "--url",
        f"https://{NAME}",
        "--proxy",
        "127.0.0.1",
    )
    with started(*options, "--host", "127.0.0.1", last_line="/sign-in/#") as (_, printed):
        token = printed.rpartition("/sign-in/#")[2].strip()
        port = free_port()
        command = proxy(tmp_path, port, f"http://127.0.0.1:{served}")
        with answering(command, port, tmp_path) as client:
            assert client.get("/healthz", extensions=sni()).text == "ok"
            signed = client.post("/sign-in", data={"token": token}, extensions=sni())
            assert signed.status_code in (200, 303), signed.text
            cookie = signed.headers["set-cookie"]
            assert "Secure" in cookie, "the server believes the proxy that this is https"
            client.headers["Cookie"] = cookie.partition(";")[0]
            made = client.post("/api/studies/example", json={}, extensions=sni())
            assert made.status_code < 300, made.text
            key = made.json()["key"]
            with client.stream("GET", f"/studies/{key}/live", extensions=sni()) as live:
                assert next(live.iter_lines()), "a line of a stream comes while it is open"
            pieces = client.put("/api/studies/nothing/upload/tables", content=bytes(PIECE), extensions=sni())
            assert pieces.status_code == 404, "it reached the server, whole"


def sni() -> dict[str, object]:
    return {"sni_hostname": NAME}
