"""How the campaigns run macrostep, and what must hold of every run."""

import os
import random
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

# No run of a campaign has work for so long, in s.
PATIENCE = 60.0
# By these exit codes a command says how it ended; 128 + n: asked to end by signal n.
CODES = {0, 1, 2, 3, 129, 130, 143}


class Failure(Exception):
    """Something that must not happen; what it was stays in the folder of failures."""


@dataclass
class Campaigns:
    """What all campaigns share."""

    macrostep: Path
    fmus: Path
    folder: Path
    random: random.Random

    def fresh(self) -> Path:
        """An empty folder to work in."""
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        (work / "tmp").mkdir(parents=True)
        return work

    def start(self, work: Path, arguments, **options) -> subprocess.Popen:
        environment = {**os.environ, "TMPDIR": str(work / "tmp"), "MACROSTEP_CACHE": str(self.folder / "cache")}
        environment.update(options.pop("environment", {}))
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
        return subprocess.Popen([self.macrostep, *map(str, arguments)], cwd=work, env=environment,
                                stdin=subprocess.DEVNULL, **options)

    def run(self, work: Path, arguments, codes=CODES, **options) -> subprocess.CompletedProcess:
        """Runs a command to its end and looks at how it ended."""
        process = self.start(work, arguments, **options)
        return self.finish(work, process, arguments, codes)

    def finish(self, work: Path, process: subprocess.Popen, arguments, codes=CODES) -> subprocess.CompletedProcess:
        """Waits for the end of a command: in time, by an exit code that may be, without a panic or a process left."""
        shown = " ".join(map(str, arguments))
        try:
            out, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Failure(f"macrostep {shown}: no end within {PATIENCE} s") from None
        text = (err or b"").decode(errors="replace")
        if process.returncode not in codes:
            raise Failure(f"macrostep {shown}: exit code {process.returncode}, expected {sorted(codes)}\n{text}")
        for word in ("panicked at", "a defect of macrostep"):
            if word in text:
                raise Failure(f"macrostep {shown}: {text}")
        nobody_is_left(work, shown)
        return subprocess.CompletedProcess(arguments, process.returncode, (out or b"").decode(errors="replace"), text)


def nobody_is_left(work: Path, shown: str) -> None:
    """No process has its working directory in the folder any more, within a second."""
    for _ in range(50):
        left = [pid for pid in filter(str.isdigit, os.listdir("/proc")) if is_in(work, pid)]
        if not left:
            return
        time.sleep(0.02)
    for pid in left:
        os.kill(int(pid), signal.SIGKILL)
    raise Failure(f"macrostep {shown}: processes {left} are left")


def is_in(work: Path, pid: str) -> bool:
    try:
        folder = os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return False
    return folder.startswith(str(work))
