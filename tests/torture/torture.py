#!/usr/bin/env python3
"""Fuzz, kill and fault campaigns against macrostep for a given time; prints what was done and what failed.

Needs the Python standard library, and parquet_rows beside macrostep. Each round has a seed of its own, drawn from the seed of the whole; a round
that fails is kept with its files and can be repeated by its seed.
"""

import argparse
import random
import shutil
import signal
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True

import descriptions
import faults
import fuzz
import kills
from program import Campaigns, Failure

ROOT = Path(__file__).resolve().parents[2]
KILLED: dict = {}
# What is done in turn, and what it counts as.
ROUNDS = (
    ("files fuzzed", "fmus", fuzz.fmus),
    ("files fuzzed", "scenarios", fuzz.scenarios),
    ("files fuzzed", "inputs", fuzz.inputs),
    ("descriptions held against FMPy", "descriptions", descriptions.against_fmpy),
    ("runs killed", "kill", lambda campaigns: kills.kill(campaigns, KILLED)),
    ("faults injected", "of-fmu", faults.of_fmu),
    ("faults injected", "full-disk", faults.full_disk),
    ("faults injected", "no-cache", faults.no_cache),
    ("faults injected", "closed-output", faults.closed_output),
)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=600.0, help="how long, at least one round of each kind")
    parser.add_argument("--seed", type=int, default=None, help="of the whole; random if not given")
    parser.add_argument("--only", action="append", metavar="NAME", help="only rounds of this name")
    parser.add_argument("--round", nargs=2, metavar=("NAME", "SEED"), help="repeat one round")
    parser.add_argument("--macrostep", type=Path, default=ROOT / "target/debug/macrostep")
    parser.add_argument("--fmus", type=Path, default=ROOT / "target/fmus-c")
    parser.add_argument("--folder", type=Path, default=ROOT / "target/torture")
    return parser.parse_args()


def attempt(campaigns: Campaigns, name: str, work, seed: int) -> int:
    """One round; a failure is told and kept."""
    campaigns.random = random.Random(f"{name} {seed}")
    try:
        return work(campaigns)
    except Failure as failure:
        kept = campaigns.folder / "failures" / f"{name}-{seed}"
        shutil.copytree(campaigns.folder / "work", kept, dirs_exist_ok=True, symlinks=True)
        print(f"FAILED {name}: {failure}\n  files: {kept}\n  again: tests/torture/torture.py --round {name} {seed}",
              flush=True)
        return -1


def main() -> None:
    arguments = read_arguments()
    # What a shell starts in the background ignores Ctrl-C, and so would the runs that are to be ended by it.
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    campaigns = Campaigns(arguments.macrostep.resolve(), arguments.fmus.resolve(), folder, random.Random())
    if arguments.round:
        name, seed = arguments.round
        work = next(work for _, known, work in ROUNDS if known == name)
        sys.exit(int(attempt(campaigns, name, work, int(seed)) < 0))
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"torture: seed {seed}, {arguments.seconds:g} s", flush=True)
    seeds = random.Random(seed)
    counts, failures = dict.fromkeys((what for what, _, _ in ROUNDS), 0), 0
    begin = time.monotonic()
    first = True
    while first or time.monotonic() - begin < arguments.seconds:
        for what, name, work in ROUNDS:
            if arguments.only and name not in arguments.only:
                continue
            done = attempt(campaigns, name, work, seeds.randrange(1 << 32))
            counts[what] += abs(done)
            failures += done < 0
        first = False
    print(f"torture: {', '.join(f'{count} {what}' for what, count in counts.items())}; {failures} failures "
          f"(seed {seed})")
    sys.exit(int(failures > 0))


if __name__ == "__main__":
    main()
