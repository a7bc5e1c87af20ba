"""Files with random damage: every command must say what is wrong with them, and never panic, hang or crash."""

import io
import re
import subprocess
import zipfile

from program import Campaigns

SEEDS = ("integrator", "counter", "units", "derivatives", "loop")
NUMBERS = ("0", "-1", "1e308", "-1e-308", "nan", "inf", "2147483648", "18446744073709551616", "1e-320", "", "''")
SCENARIO = """[simulation]
stop = 0.25
step = 0.125
tolerance = 1e-6
[scheme]
kind = "explicit"
sweep = "gauss-seidel"
[inputs]
extrapolation = "polynomial"
degree = 1
[results]
variables = ["*.y"]
interval = 0.125
[slaves.a]
fmu = '{fmus}/integrator.fmu'
start = {{ u = 1.5 }}
timeout = 10
sandbox = true
[slaves.b]
fmu = '{fmus}/derivatives.fmu'
sandbox = true
logging = "all"
[slaves.c]
csv = 'c.csv'
[[connections]]
from = "a.y"
to = "b.u"
gain = 2.0
[[connections]]
from = "c.s"
to = "a.u"
[bonds]
"""
CSV = "time,u\n0,1\n0.1,2.5\n0.1,3\n0.2,-1e3\n0.25,0\n"


def flip(campaigns: Campaigns, data: bytes) -> bytes:
    """Some bytes changed, taken out, put in or moved."""
    rng = campaigns.random
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(data) + 1)
        size = rng.choice((1, 1, 2, 8, 64))
        deed = rng.randrange(5)
        if deed == 0:
            data[at:at + size] = rng.randbytes(size)
        elif deed == 1:
            del data[at:at + size]
        elif deed == 2:
            data[at:at] = rng.randbytes(size)
        elif deed == 3:
            data[at:at] = data[rng.randrange(len(data) + 1):][:size]
        elif at < len(data):
            data[at] ^= 1 << rng.randrange(8)
    return bytes(data) or b"\0"


def damage_text(campaigns: Campaigns, text: str) -> bytes:
    """A text with damage that its parser lets through more often: words and numbers exchanged, lines moved."""
    rng = campaigns.random
    for _ in range(rng.choice((1, 1, 2, 4))):
        deed = rng.randrange(5)
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        if deed == 0:
            del lines[at]
        elif deed == 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
        elif deed == 2:
            words = re.findall(r"[A-Za-z_0-9.]+", text)
            lines[at] = exchange(rng, lines[at], r"[A-Za-z_0-9.]+", rng.choice(words or ["x"]))
        elif deed == 3:
            lines[at] = exchange(rng, lines[at], r"[-+.0-9e]+", rng.choice(NUMBERS))
        else:
            return flip(campaigns, text.encode())
        text = "\n".join(lines)
    return text.encode()


def exchange(rng, line: str, pattern: str, by: str) -> str:
    found = list(re.finditer(pattern, line))
    if not found:
        return line
    place = rng.choice(found)
    return line[:place.start()] + by + line[place.end():]


def damaged_fmu(campaigns: Campaigns) -> bytes:
    """An FMU with a damaged description or damaged bytes anywhere."""
    data = (campaigns.fmus / f"{campaigns.random.choice(SEEDS)}.fmu").read_bytes()
    if campaigns.random.random() < 0.3:
        return flip(campaigns, data)
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "modelDescription.xml":
                content = damage_text(campaigns, content.decode().replace("> ", ">\n").replace('" ', '"\n'))
            new.writestr(name, content)
    return made.getvalue()


def fmus(campaigns: Campaigns) -> int:
    work = campaigns.fresh()
    (work / "mutant.fmu").write_bytes(damaged_fmu(campaigns))
    campaigns.run(work, ["info", "mutant.fmu"], {0, 2})
    campaigns.run(work, ["validate", "mutant.fmu"], {0, 2})
    # Its library may be damaged too: it must not reach anything.
    campaigns.run(work, ["simulate", "mutant.fmu", "--sandbox", "--trust-fmu", "--stop-time", "0.2",
                         "--output-interval", "0.1", "-o", "r.csv", "-q"], {0, 1, 2, 3})
    return 1


def scenarios(campaigns: Campaigns) -> int:
    work = campaigns.fresh()
    (work / "c.csv").write_text(CSV.replace("u", "s"))
    damaged = damage_text(campaigns, SCENARIO.format(fmus=campaigns.fmus))
    (work / "mutant.toml").write_bytes(damaged)
    checked = campaigns.run(work, ["check", "mutant.toml"], {0, 2, 3})
    if checked.returncode == 0:
        process = campaigns.start(work, ["run", "mutant.toml", "-q", "-o", "r.csv"])
        # A mutant may ask for a billion steps; a run ends when it is asked to.
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.terminate()
        campaigns.finish(work, process, ["run", "mutant.toml"])
    return 1


def inputs(campaigns: Campaigns) -> int:
    work = campaigns.fresh()
    (work / "mutant.csv").write_bytes(damage_text(campaigns, CSV))
    campaigns.run(work, ["simulate", campaigns.fmus / "integrator.fmu", "--input-file", "mutant.csv", "--stop-time",
                         "0.3", "--output-interval", "0.1", "--trust-fmu", "-o", "r.csv", "-q"], {0, 1, 2})
    return 1
