#!/usr/bin/env python3
"""Changes model descriptions of real FMUs at random and holds macrostep's judgement against FMPy's.

Usage: mutants.py MACROSTEP FMU... [--count N] [--seed S] [--keep FOLDER]

Each mutant has one to three changes: attributes and elements that are deleted, misspelt, doubled, moved, or given another value.
No mutant that FMPy rejects may be called valid by `macrostep validate`; the exit code is 1 if one is. FMUs that either
tool rejects unchanged are left out, because their mutants would show nothing.
"""

import argparse
import copy
import random
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from pathlib import Path

from fmpy.validation import validate_fmu
from lxml import etree

BATCH = 100  # mutants per process of macrostep
VALUES = ["", "0", "1", "-1", "1.5", "1e400", "99999", "4294967296", "true", "True", "NaN", "inf", "word", "local", "input",
          "output", "parameter", "fixed", "constant", "discrete", "exact", "calculated", " 1 ", "a b", "'", "x[1, 2]", "der(x",
          "../x", "structured", "flat", "2.0", "3.0", "s", "rad"]


def elements(root) -> list:
    return [element for element in root.iter() if isinstance(element.tag, str)]


def misspell(text: str, chance: random.Random) -> str:
    """One letter dropped, doubled, swapped with the next, or in the other case."""
    at = chance.randrange(len(text))
    return chance.choice([
        text[:at] + text[at + 1:] or "x",
        text[:at] + text[at] + text[at:],
        text[:at] + text[at:at + 2][::-1] + text[at + 2:] if len(text) > 1 else text + "x",
        text[:at] + text[at].swapcase() + text[at + 1:],
    ])


def with_attributes(root) -> list:
    return [element for element in elements(root) if element.attrib]


def rename_attribute(element, old: str, new: str) -> None:
    items = [(new if name == old else name, value) for name, value in element.attrib.items()]
    element.attrib.clear()
    for name, value in items:
        element.set(name, value)


def change_attribute(root, chance) -> str:
    element = chance.choice(with_attributes(root))
    name = chance.choice(sorted(element.attrib))
    kind = chance.choice(["delete", "misspell", "value", "word", "copy"])
    if kind == "delete":
        del element.attrib[name]
    elif kind == "misspell":
        rename_attribute(element, name, misspell(name, chance))
    elif kind == "value":
        element.set(name, chance.choice(VALUES))
    elif kind == "word":
        element.set(name, misspell(element.get(name) or "x", chance))
    else:
        others = [other.get(name) for other in root.iter(element.tag) if other.get(name) is not None]
        element.set(name, chance.choice(others))
    return f"{kind} {element.tag}@{name}"


def add_attribute(root, chance) -> str:
    element = chance.choice(elements(root))
    donor = chance.choice(with_attributes(root))
    name = chance.choice(sorted(donor.attrib) + ["unheardOf"])
    element.set(name, chance.choice(VALUES + [donor.get(name) or ""]))
    return f"add {element.tag}@{name}"


def change_element(root, chance) -> str:
    element = chance.choice([element for element in elements(root) if element is not root])
    parent = element.getparent()
    kind = chance.choice(["delete", "double", "rename", "move", "text", "insert"])
    if kind == "delete":
        parent.remove(element)
    elif kind == "double":
        parent.insert(parent.index(element), copy.deepcopy(element))
    elif kind == "rename":
        element.tag = misspell(element.tag, chance)
    elif kind == "move":
        others = [other for other in elements(root) if other not in set(element.iter())]
        chance.choice(others).append(element)
    elif kind == "text":
        element.text = (element.text or "") + "text"
    else:
        element.insert(0, etree.Element("Unheard"))
    return f"{kind} {parent.tag}/{element.tag}"


def change_reference(root, chance) -> str:
    """Another number where variables are meant by their number."""
    element = chance.choice([e for e in elements(root) if e.tag == "Unknown" or "derivative" in e.attrib] or [root])
    name = chance.choice(["index", "dependencies", "dependenciesKind"]) if element.tag == "Unknown" else "derivative"
    count = len(root.findall("ModelVariables/ScalarVariable"))
    numbers = [str(chance.randint(0, count + 1)) for _ in range(chance.randint(1, 3))]
    kinds = [chance.choice(["dependent", "fixed", "constant", "odd"]) for _ in numbers]
    element.set(name, " ".join(kinds) if name == "dependenciesKind" else " ".join(numbers) if name == "dependencies" else numbers[0])
    return f"number {element.tag}@{name}"


def change_variable(root, chance) -> str:
    """Another role for a variable, which other parts of the file must follow."""
    element = chance.choice(root.findall("ModelVariables/ScalarVariable"))
    name, words = chance.choice([
        ("causality", ["parameter", "calculatedParameter", "input", "output", "local", "independent"]),
        ("variability", ["constant", "fixed", "tunable", "discrete", "continuous"]),
        ("initial", ["exact", "approx", "calculated"]),
    ])
    element.set(name, chance.choice(words))
    return f"role {element.get('name')}@{name}={element.get(name)}"


CHANGES = [change_attribute] * 4 + [add_attribute, change_element, change_element, change_reference, change_variable]


def mutate(source: bytes, chance: random.Random) -> tuple:
    """A changed description, and what was changed."""
    root = etree.fromstring(source)
    told = []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        try:
            told.append(chance.choice(CHANGES)(root, chance))
        except (ValueError, IndexError) as reason:  # such a name XML does not allow, or nothing is left to change
            told.append(f"nothing ({reason})")
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8"), ", ".join(told)


def called_valid(macrostep: str, folders: list) -> set:
    """The folders that `macrostep validate` calls valid."""
    valid = set()
    for first in range(0, len(folders), BATCH):
        batch = [str(folder) for folder in folders[first:first + BATCH]]
        # A second name makes it several files, which are judged to the end.
        done = subprocess.run([macrostep, "validate", *batch, "/"], capture_output=True, text=True, errors="replace")
        if done.returncode != 2:
            sys.exit(f"mutants: macrostep validate ended with {done.returncode}:\n{done.stderr}")
        lines = done.stdout.splitlines()
        valid |= {folder for folder in batch if any(line.startswith(f"{folder}: valid, ") for line in lines)}
    return valid


def unpack(fmus: list, folder: Path) -> list:
    unpacked = []
    for number, fmu in enumerate(fmus):
        target = folder / f"original{number}"
        with zipfile.ZipFile(fmu) as archive:
            archive.extractall(target)
        unpacked.append(target)
    return unpacked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("macrostep")
    parser.add_argument("fmu", nargs="+")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="leave the mutants here")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        sys.exit(campaign(arguments, arguments.keep or Path(temporary)))


def campaign(arguments, folder: Path) -> int:
    originals = unpack(arguments.fmu, folder)
    valid = called_valid(arguments.macrostep, originals)
    originals = [original for original in originals if str(original) in valid and not validate_fmu(str(original))]
    print(f"mutants: {len(originals)} of {len(arguments.fmu)} FMUs are valid for both")
    if not originals:
        return 1
    chance = random.Random(arguments.seed)
    mutants = {}
    for number in range(arguments.count):
        original = chance.choice(originals)
        xml, told = mutate((original / "modelDescription.xml").read_bytes(), chance)
        mutant = folder / f"mutant{number}"
        mutant.mkdir(parents=True)
        (mutant / "modelDescription.xml").write_bytes(xml)
        (mutant / "binaries").symlink_to(original / "binaries")
        mutants[mutant] = told
    valid = called_valid(arguments.macrostep, list(mutants))
    outcomes, wrong = Counter(), 0
    for mutant, told in mutants.items():
        problems = validate_fmu(str(mutant))
        ours = str(mutant) in valid
        outcomes["rejected" if problems else "accepted", "valid" if ours else "not valid"] += 1
        if problems and ours:
            wrong += 1
            print(f"mutants: {mutant.name} ({told}) is called valid, and FMPy says: {problems[0]}")
    for (fmpy, ours), count in sorted(outcomes.items()):
        print(f"mutants: {count} {fmpy} by FMPy and {ours} for macrostep")
    return 1 if wrong else 0


if __name__ == "__main__":
    main()
