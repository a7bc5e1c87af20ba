"""Runs that are killed: the rows that are left are those of a run that nobody disturbs, and complete."""

import os
import signal
import subprocess
import time
from pathlib import Path

from program import Campaigns, Failure

SIGNALS = (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SCENARIO = """[simulation]
stop = {stop}
step = {step}
[slaves.a]
fmu = '{fmus}/faulty.fmu'
start = {{ u = 1.0, pause = {pause} }}
{where}
"""
PLACES = ("", "isolation = 'process'", "sandbox = true")
# Many quick steps, some slow ones: stop, step and pause of a step, in s.
SPEEDS = ((2.0, 1e-5, 0.0), (1.0, 0.0078125, 0.005))


class Reference:
    """What an undisturbed run writes, and how long it takes."""

    def __init__(self, campaigns: Campaigns, speed, where: str):
        work = campaigns.fresh()
        begin = time.monotonic()
        campaigns.run(work, prepare(campaigns, work, speed, where, "r.csv"), {0})
        self.seconds = time.monotonic() - begin
        self.rows = read(campaigns, work / "r.csv")


def prepare(campaigns: Campaigns, work: Path, speed, where: str, results: str) -> list:
    stop, step, pause = speed
    text = SCENARIO.format(stop=stop, step=step, pause=pause, fmus=campaigns.fmus, where=where)
    (work / "s.toml").write_text(text)
    return ["run", "s.toml", "-q", "--trust-fmu", "-o", results]


def kill(campaigns: Campaigns, known: dict) -> int:
    rng = campaigns.random
    speed, where = rng.choice(SPEEDS), rng.choice(PLACES)
    if (speed, where) not in known:
        known[speed, where] = Reference(campaigns, speed, where)
    reference = known[speed, where]
    results = rng.choice(("r.csv", "r.csv", "r.parquet"))
    work = campaigns.fresh()
    arguments = prepare(campaigns, work, speed, where, results)
    process = campaigns.start(work, arguments)
    time.sleep(rng.uniform(0, 1.1 * reference.seconds))
    by = rng.choice(SIGNALS)
    process.send_signal(by)
    ended = campaigns.finish(work, process, arguments, {0, -by, 128 + by})
    if (work / f"{results}.partial").exists():
        if rng.random() < 0.5:
            tear(campaigns, work, results)
        campaigns.run(work, ["recover", results], {0, 2})
    judge(campaigns, work / results, reference, ended, by)
    return 1


def tear(campaigns: Campaigns, work: Path, results: str) -> None:
    """Takes the end off what is left, as a loss of power does with what was not on the disk yet."""
    for path in (work / f"{results}.partial", work / f"{results}.partial.rows"):
        if path.exists():
            size = path.stat().st_size
            os.truncate(path, max(0, size - campaigns.random.choice((1, 7, 100, 5000, size))))


def judge(campaigns: Campaigns, path: Path, reference: Reference, ended, by: int) -> None:
    """The rows left are the first rows of the reference."""
    if not path.exists():
        if ended.returncode == 0:
            raise Failure(f"{path.name}: no results, and exit code 0")
        return
    rows = read(campaigns, path)
    if rows != reference.rows[:len(rows)]:
        at = next((k for k, pair in enumerate(zip(rows, reference.rows)) if pair[0] != pair[1]), len(rows))
        raise Failure(f"{path.name}, ended by {signal.Signals(by).name}: row {at} is {rows[at:at + 1]}, "
                      f"not {reference.rows[at:at + 1]}")
    if ended.returncode == 0 and len(rows) != len(reference.rows):
        raise Failure(f"{path.name}: {len(rows)} rows of {len(reference.rows)}, and exit code 0")


def read(campaigns: Campaigns, path: Path) -> list:
    """The rows of a file as numbers, with the names first; every line of it must be complete."""
    text = path.read_text() if path.suffix == ".csv" else parquet(campaigns, path)
    if not text.endswith("\n"):
        raise Failure(f"{path.name} ends in half a row: {text[-60:]!r}")
    names, *lines = text.splitlines()
    return [names.replace('"', "").split(","), *([float(number) for number in line.split(",")] for line in lines)]


def parquet(campaigns: Campaigns, path: Path) -> str:
    reader = campaigns.macrostep.parent / "examples/parquet_rows"
    done = subprocess.run([reader, path], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{path.name} cannot be read: {done.stderr}")
    return done.stdout
