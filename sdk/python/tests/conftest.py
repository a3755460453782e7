"""What the tests share: an environment without settings, and a gateway as users start it."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

_MAIN = Path(os.environ.get("OWLGATE_MAIN") or Path(__file__).parents[3] / "dist" / "main.js")


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["SERVICE_API_KEY", "SERVICE_PLATFORM_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
    for name in names:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the project's build on any free port, with an empty data directory; gives its address."""
    yield from _start(tmp_path_factory.mktemp("gateway"), {})


def _start(directory: Path, settings: dict[str, str]) -> Iterator[str]:
    node = shutil.which("node")
    if node is None or not _MAIN.exists():
        pytest.skip("needs node and the project's build (npm run build)")
    environment = {"PATH": os.environ.get("PATH", ""), "PORT": "0", "OWLGATE_DATA": str(directory / "data"), **settings}
    output = directory / "output.txt"
    with output.open("wb") as sink:
        process = subprocess.Popen([node, str(_MAIN)], cwd=directory, env=environment, stdout=sink, stderr=sink)
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
