"""A place and a user of its own for a server, which never outlives the tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import pytest

#: How long a server may take to start or to stop, in seconds.
PATIENCE = 60
#: Servers refuse to run as root, so for root they run as this user.
USER = "nobody"


def missing(reason: str) -> NoReturn:
    """Skip, saying why; where CI is set nothing may be missing, so there it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"{reason}; CI must not skip this", pytrace=False)
    pytest.skip(reason)


def program(name: str, folders: Sequence[str]) -> str | None:
    """Find a server's program: in Debian's folder first, then on the path."""
    found = [Path(folder, name) for folder in folders]
    return next((str(path) for path in found if path.exists()), shutil.which(name))


@contextmanager
def home() -> Iterator[Path]:
    """A directory that belongs to the user who runs the server, removed in the end.

    It lies directly under the system's temporary directory: the path of a socket must be short,
    and pytest's own directories are closed to other users.
    """
    folder = Path(tempfile.mkdtemp(prefix="shardkey-"))
    try:
        if os.geteuid() == 0:
            user = pwd.getpwnam(USER)
            os.chown(folder, user.pw_uid, user.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def as_user(*, dying: bool = False) -> list[str]:
    """Give the words before a command that make it run as the right user.

    With `dying` it is told to stop when the tests are killed.
    """
    words = []
    if os.geteuid() == 0:
        user = pwd.getpwnam(USER)
        words += [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
    if dying and shutil.which("setpriv"):
        words += ["--pdeathsig=TERM"]
    return ["setpriv", *words, "--"] if words else []


def prepare(command: Sequence[str], folder: Path) -> None:
    """Run a command that sets a server up, and show what it said when it fails."""
    done = subprocess.run(
        [*as_user(), *command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{command[0]} failed: {done.stdout.decode(errors='replace')}", pytrace=False)


@contextmanager
def running(
    command: Sequence[str], folder: Path, ready: Callable[[], bool], stop: int
) -> Iterator[None]:
    """Run a server from when it is ready until the block ends."""
    said = folder / "console"
    with said.open("wb") as console:
        server = subprocess.Popen(
            [*as_user(dying=True), *command],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            env={**os.environ, "HOME": str(folder)},
        )
    try:
        patience = time.monotonic() + PATIENCE
        while not ready():
            if server.poll() is not None or time.monotonic() > patience:
                text = said.read_text(errors="replace")
                pytest.fail(f"{command[0]} did not start: {text}", pytrace=False)
            time.sleep(0.05)
        yield
    finally:
        if server.poll() is None:
            server.send_signal(stop)
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.kill()
            with suppress(subprocess.TimeoutExpired):
                server.wait(PATIENCE)
