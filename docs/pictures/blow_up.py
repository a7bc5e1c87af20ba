#!/usr/bin/env python3
"""Draws blow-up.svg: a stiff coupling, run explicitly and semi-implicitly with the same FMUs and the same step.

    docs/pictures/blow_up.py path/to/macrostep
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCENARIO = HERE.parents[1] / "scenarios/two-mass/semi-implicit.toml"
WIDTH, HEIGHT, LEFT, TOP, STOP, LIMIT = 760, 300, 60, 20, 0.3, 1.5
COLOURS = {"explicit": "#d6204e", "semi-implicit": "#0a7cc4"}


def run(macrostep: str, kind: str) -> list[tuple[float, float]]:
    """Time and position of the left mass; an explicit run ends early, and what it reached counts."""
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.csv"
        subprocess.run([macrostep, "run", SCENARIO, "-q", "--set", f"scheme.kind={kind}", "-o", results],
                       stderr=subprocess.DEVNULL, check=kind != "explicit")
        with open(results, encoding="utf-8") as file:
            return [(float(row["time"]), float(row["left.x"])) for row in csv.DictReader(file)]


def place(t: float, x: float) -> str:
    """A point of the picture; what lies outside is drawn a little beyond the frame."""
    x = max(-1.1 * LIMIT, min(1.1 * LIMIT, x))
    return f"{LEFT + (WIDTH - LEFT - 20) * t / STOP:.1f},{TOP + (HEIGHT - TOP - 40) * (LIMIT - x) / (2 * LIMIT):.1f}"


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="13" {more}>{words}</text>'


def main() -> None:
    bottom, right = HEIGHT - 40, WIDTH - 20
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             f'<clipPath id="frame"><rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}"/></clipPath>']
    for k, kind in enumerate(COLOURS):
        points = " ".join(place(t, x) for t, x in run(sys.argv[1], kind) if t <= STOP)
        parts.append(f'<polyline clip-path="url(#frame)" fill="none" stroke="{COLOURS[kind]}" stroke-width="1.6" '
                     f'points="{points}"/>')
        parts.append(text(right - 110, TOP + 20 + 18 * k, kind, f'fill="{COLOURS[kind]}"'))
    parts.append(f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" fill="none" stroke="black"/>')
    for t in (0, 0.1, 0.2, 0.3):
        parts.append(text(float(place(t, 0).split(",")[0]), bottom + 18, f"{t:g}", 'text-anchor="middle"'))
    for x in (-1, 0, 1):
        parts.append(text(LEFT - 6, float(place(0, x).split(",")[1]) + 4, f"{x:g}", 'text-anchor="end"'))
    parts.append(text((LEFT + right) / 2, HEIGHT - 6, "time [s]", 'text-anchor="middle"'))
    parts.append(text(14, (TOP + bottom) / 2, "left.x [m]",
                      f'text-anchor="middle" transform="rotate(-90 14 {(TOP + bottom) / 2})"'))
    (HERE / "blow-up.svg").write_text("\n".join([*parts, "</svg>"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
