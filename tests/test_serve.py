"""`lasker serve`: occupied ports, invalid host names, and a clean exit on interruption."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest
import uvicorn
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.commands import serve


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


@pytest.fixture
def unserved(monkeypatch: pytest.MonkeyPatch) -> list[list[socket.socket]]:
    """Replace the server by a record of the addresses it would listen on."""
    served: list[list[socket.socket]] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        served.append(sockets)
        for each in sockets:
            each.close()
        raise KeyboardInterrupt

    monkeypatch.setattr(uvicorn.Server, "run", run)
    return served


def asked(*options: str) -> Result:
    return CliRunner().invoke(main, ["serve", "--no-open", *options])


def test_a_port_that_was_asked_for_and_is_taken_is_refused(taken: int, unserved: list[object]) -> None:
    told = asked("--port", str(taken))
    assert told.exit_code == 2
    assert f"port {taken} is taken by another program" in told.stderr
    assert "--port" in told.stderr
    assert not unserved


def test_the_usual_port_may_be_taken(
    taken: int, unserved: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "PORT", taken)
    told = asked("tictactoe")
    assert told.exit_code == 0
    assert f"port {taken} is taken by another program" in told.stderr
    port = told.stderr.split()[-1]
    assert port != str(taken)
    assert f"http://127.0.0.1:{port}/#/play/tictactoe" in told.stdout
    assert len(unserved) == 1


def test_a_free_port_is_taken_without_a_word(unserved: list[object]) -> None:
    with serve.bound(0) as free:
        port = free.getsockname()[1]
    told = asked("--port", str(port))
    assert told.exit_code == 0
    assert told.stderr == ""
    assert f"http://127.0.0.1:{port}/ " in told.stdout


@pytest.mark.parametrize(
    "name", ["", "http://x", "a b", "x:99999", "x:0", "x:y", "x/", "me@x", "[zz]", "x:1:2"]
)
def test_names_that_no_browser_sends(name: str, unserved: list[object]) -> None:
    told = asked("--name", name)
    assert told.exit_code == 2
    assert "NAME:PORT" in told.stderr
    assert not unserved


@pytest.mark.parametrize(
    "name", ["board.example", "board.example:8443", "[::1]", "[fe80::1]:80", "brett.küche"]
)
def test_names_that_browsers_send(name: str, unserved: list[object]) -> None:
    assert asked("--name", name).exit_code == 0


def test_ctrl_c_is_quiet() -> None:
    with serve.bound(0) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lasker.cli", "serve", "--no-open", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert str(port) in process.stdout.readline()
    while True:  # until it answers: its handlers are there before it does
        with socket.socket() as client:
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET / HTTP/1.0\r\nHost: localhost:%d\r\n\r\n" % port)
            if client.recv(8):
                break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (0, "", "")
