"""Faults of FMUs, disks, caches and terminals: a clear end, and every row up to the fault."""

import json
import os
import resource
import signal
from pathlib import Path

from program import Campaigns, Failure

STEP = 1 / 128
SCENARIO = """[simulation]
stop = 1.0
step = {step}
[slaves.a]
fmu = '{fmus}/faulty.fmu'
start = {{ u = 1.0, fault = '{fault}', when = {when} }}
timeout = 0.5
{where}
"""
PLACES = {"here": "", "process": "isolation = 'process'", "sandbox": "sandbox = true"}
# The exit code of each fault.
CODES = {"crash": 3, "abort": 3, "exit": 3, "hang": 3, "nan": 1, "error": 1, "fatal": 1, "discard": 1}


def write(campaigns: Campaigns, work: Path, fault="none", when=2.0, where="", step=STEP) -> list:
    text = SCENARIO.format(step=step, fmus=campaigns.fmus, fault=fault, when=when, where=where)
    (work / "s.toml").write_text(text)
    return ["run", "s.toml", "-q", "--trust-fmu", "-o", "r.csv"]


def expected(rows: int) -> list:
    """The first rows of the integrator: y = t."""
    return ['"time","a.y"'] + [f"{k * STEP!r},{k * STEP!r}" for k in range(rows)]


def of_fmu(campaigns: Campaigns) -> int:
    rng = campaigns.random
    place = rng.choice(list(PLACES))
    fault = rng.choice([fault for fault in CODES if not (fault == "hang" and place == "here")])
    last = rng.randrange(128)
    work = campaigns.fresh()
    arguments = write(campaigns, work, fault, last * STEP, PLACES[place])
    ended = campaigns.run(work, arguments, {CODES[fault]})
    if '"a"' not in ended.stderr:
        raise Failure(f"{fault}: the slave is not named: {ended.stderr}")
    rows = (work / "r.csv").read_text().splitlines()
    if rows != expected(last + 1):
        raise Failure(f"{fault} at t = {last * STEP} ({place}): {len(rows) - 1} rows, expected {last + 1}")
    status = json.loads((work / "r.csv.json").read_text())["status"]
    if status != "failed":
        raise Failure(f"{fault} at t = {last * STEP} ({place}): the sidecar says {status}")
    return 1


def full_disk(campaigns: Campaigns) -> int:
    """A file cannot grow beyond a limit, as on a full disk."""
    work = campaigns.fresh()
    arguments = write(campaigns, work, step=1e-5)
    most = campaigns.random.randrange(1_200_000, 1_900_000)

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    ended = campaigns.run(work, arguments, {1, 2}, preexec_fn=limit)
    if "t = " not in ended.stderr:
        raise Failure(f"a full disk: the last row is not named: {ended.stderr}")
    for k, line in enumerate((work / "r.csv").read_text().splitlines(keepends=True)[1:]):
        t, _, y = line.partition(",")
        if not y.endswith("\n") or abs(float(t) - k * 1e-5) > 1e-12 or abs(float(y) - float(t)) > 1e-9:
            raise Failure(f"a full disk: row {k} is {line!r}")
    return 1


def no_cache(campaigns: Campaigns) -> int:
    """The cache cannot be written; the results are the same."""
    work = campaigns.fresh()
    arguments = write(campaigns, work, where=campaigns.random.choice(list(PLACES.values())))
    (work / "file").touch()
    cache = campaigns.random.choice((str(work / "file"), "/proc/self/none"))
    campaigns.run(work, arguments, {0}, environment={"MACROSTEP_CACHE": cache})
    if (work / "r.csv").read_text().splitlines() != expected(129):
        raise Failure("without a cache the results differ")
    return 1


def closed_output(campaigns: Campaigns) -> int:
    """Nobody reads what is printed, on standard output or standard error."""
    work = campaigns.fresh()
    run = [argument for argument in write(campaigns, work) if argument != "-q"]
    fmu = campaigns.fmus / "integrator.fmu"
    arguments = campaigns.random.choice((run, ["info", fmu], ["validate", fmu], ["check", "s.toml"], ["--help"],
                                         ["graph", "s.toml"]))
    reader, writer = os.pipe()
    os.close(reader)
    stream = campaigns.random.choice(("stdout", "stderr"))
    campaigns.run(work, arguments, {0}, **{stream: writer})
    os.close(writer)
    if arguments is run and (work / "r.csv").read_text().splitlines() != expected(129):
        raise Failure(f"with {stream} closed the results differ")
    return 1
