"""Fixtures: an environment without settings, and a gateway as users start it."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

_MAIN = Path(os.environ.get("OWLGATE_MAIN") or Path(__file__).parents[3] / "dist" / "main.js")


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["SERVICE_API_KEY", "SERVICE_PLATFORM_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
    for name in names:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@dataclass(frozen=True)
class Keyed:
    """Gateway with API keys."""

    url: str
    key: str
    """May read."""
    limited: str
    """May read too, twice a minute."""
    leaving: str
    """May read too, until `leaver` is revoked."""
    file: Path

    def revoke(self, name: str) -> None:
        """Take a key out of the gateway's file."""
        command = [_node(), str(_MAIN), "keys", "revoke", name, "--file", str(self.file)]
        subprocess.run(command, capture_output=True, check=True)


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the project's build on any free port, with an empty data directory; gives its address."""
    yield from _start(tmp_path_factory.mktemp("gateway"), {})


@pytest.fixture(scope="session")
def keyed_gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keyed]:
    """Start one that takes API keys."""
    directory = tmp_path_factory.mktemp("keyed")
    file = directory / "keys.txt"
    key, limited = _make_key(file, "reader"), _make_key(file, "visitor", "--quota", "2/minute")
    leaving = _make_key(file, "leaver")
    for url in _start(directory, {"OWLGATE_API_KEYS": str(file)}):
        yield Keyed(url, key, limited, leaving, file)


def _make_key(file: Path, name: str, *options: str) -> str:
    command = [_node(), str(_MAIN), "keys", "create", name, "--file", str(file), "--json", *options]
    key = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["key"]
    assert isinstance(key, str)
    return key


def _node() -> str:
    node = shutil.which("node")
    if node is None or not _MAIN.exists():
        pytest.skip("needs node and the project's build (npm run build)")
    return node


def _start(directory: Path, settings: dict[str, str]) -> Iterator[str]:
    environment = {"PATH": os.environ.get("PATH", ""), "PORT": "0", "OWLGATE_DATA": str(directory / "data"), **settings}
    output = directory / "output.txt"
    with output.open("wb") as sink:
        process = subprocess.Popen([_node(), str(_MAIN)], cwd=directory, env=environment, stdout=sink, stderr=sink)
    try:
        yield _address(process, output)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def _address(process: "subprocess.Popen[bytes]", output: Path) -> str:
    for _ in range(600):
        found = re.search(r"owlgate serves on (http://[^\s:]+:\d+)", output.read_text())
        if found:
            return found[1]
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    raise AssertionError(f"the gateway does not serve: {output.read_text()}")
