"""Damaged descriptions judged by macrostep and by FMPy: what FMPy rejects is not called valid."""

import subprocess
from pathlib import Path

from program import PATIENCE, Campaigns, Failure

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / ".venv/bin/python"
SCRIPT = ROOT / "tests/python/mutants.py"
SEEDS = ("integrator", "counter", "units", "derivatives")
# FMPy takes a second to load: several in a round, and a round now and then.
COUNT, RARELY = 50, 20


def against_fmpy(campaigns: Campaigns) -> int:
    """So many descriptions; none where FMPy is not installed."""
    if campaigns.random.randrange(RARELY) or not (PYTHON.exists() and SCRIPT.exists()):
        return 0
    work = campaigns.fresh()
    seed = campaigns.random.randrange(1 << 31)
    fmus = [campaigns.fmus / f"{name}.fmu" for name in SEEDS]
    command = [PYTHON, SCRIPT, campaigns.macrostep, *fmus, "--count", str(COUNT), "--seed", str(seed), "--keep", work]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode != 0:
        raise Failure(f"mutants.py --seed {seed} --count {COUNT}: {done.stdout}{done.stderr}")
    return COUNT
