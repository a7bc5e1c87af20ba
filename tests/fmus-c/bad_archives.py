"""Archives that are wrong as archives or descriptions; none needs a compiler.

Each function writes one file. `good` is the finished integrator.fmu, of which some are variations.
"""

import struct
import zipfile
import zlib
from pathlib import Path

import description
from models import MODELS

FIXED_TIME = (2020, 1, 1, 0, 0, 0)
MIB = 1 << 20
BOMB_SIZE = 3072 * MIB  # below 4 GiB, where the ZIP format would need its 64-bit fields

FMI1 = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="1.0" modelName="fmi1" modelIdentifier="fmi1" guid="{fmi1}"
  numberOfContinuousStates="0" numberOfEventIndicators="0">
  <Implementation><CoSimulation_StandAlone><Capabilities/></CoSimulation_StandAlone></Implementation>
</fmiModelDescription>
"""

FMI3 = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="3.0" modelName="fmi3" instantiationToken="{fmi3}">
  <CoSimulation modelIdentifier="fmi3"/>
  <ModelVariables>
    <Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>
"""

MODEL_EXCHANGE = """<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="model_exchange" guid="{model_exchange}"
  numberOfEventIndicators="0">
  <ModelExchange modelIdentifier="model_exchange"/>
  <ModelVariables>
    <ScalarVariable name="u" valueReference="0" causality="input"><Real start="0"/></ScalarVariable>
  </ModelVariables>
  <ModelStructure/>
</fmiModelDescription>
"""


def entry(name: str, mode: int = 0o100644) -> zipfile.ZipInfo:
    """An entry with a fixed time, so that the archive is the same bytes every time."""
    info = zipfile.ZipInfo(name, FIXED_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = 3  # Unix: mode is meant
    info.external_attr = mode << 16
    return info


def write_zip(path: Path, files: list) -> None:
    """Writes (ZipInfo, bytes) pairs in the given order."""
    with zipfile.ZipFile(path, "w") as archive:
        for info, data in files:
            archive.writestr(info, data)


def description_only(path: Path, xml: str) -> None:
    write_zip(path, [(entry("modelDescription.xml"), xml.encode())])


def contents(path: Path) -> list:
    with zipfile.ZipFile(path) as archive:
        return [(entry(name), archive.read(name)) for name in archive.namelist()]


def with_extra(path: Path, good: Path, info: zipfile.ZipInfo, data: bytes) -> None:
    """The good FMU and one more entry."""
    write_zip(path, contents(good) + [(info, data)])


def described_otherwise(path: Path, good: Path, old: str, new: str) -> None:
    """The good FMU with a change in its description."""
    files = contents(good)
    changed = [(info, data.replace(old.encode(), new.encode(), 1) if info.filename == "modelDescription.xml" else data)
               for info, data in files]
    assert changed[0][1] != files[0][1] or changed != files, f"{path.name}: nothing to change"
    write_zip(path, changed)


def windows_only(path: Path) -> None:
    xml = description.write("windows_only", MODELS["integrator"]).encode()
    write_zip(path, [(entry("modelDescription.xml"), xml),
                     (entry("binaries/win64/windows_only.dll"), b"MZ" + bytes(62))])


def zeros_deflated(size: int) -> tuple:
    """A raw deflate stream of `size` zero bytes, and their CRC; one compressed MiB is repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(MIB)) + packer.flush(zlib.Z_FULL_FLUSH)
    crc = 0
    for _ in range(size // MIB):
        crc = zlib.crc32(bytes(MIB), crc)
    return block * (size // MIB) + packer.flush(zlib.Z_FINISH), crc


def bomb(path: Path, good: Path, claimed_size: int) -> None:
    """The good FMU and resources/zeros.bin of 3 GiB, whose headers claim `claimed_size` bytes."""
    write_zip(path, contents(good))
    with zipfile.ZipFile(path) as archive:
        count, start = len(archive.namelist()), archive.start_dir
    whole = path.read_bytes()
    directory = whole[start:-22]  # 22 bytes of end record: no comment is written
    stream, crc = zeros_deflated(BOMB_SIZE)
    name = b"resources/zeros.bin"
    common = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x5021, crc, len(stream), claimed_size, len(name), 0)
    local = b"PK\x03\x04" + common + name + stream
    directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, start) + name
    end = struct.pack("<HHHHIIH", 0, 0, count + 1, count + 1, len(directory), start + len(local), 0)
    path.write_bytes(whole[:start] + local + directory + b"PK\x05\x06" + end)


def make_all(target: Path) -> None:
    good = target / "integrator.fmu"
    xml = description.write("broken_xml", MODELS["integrator"])
    windows_only(target / "windows_only.fmu")
    (target / "corrupt.fmu").write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    (target / "not_a_zip.fmu").write_text("This is a text file that somebody renamed.\n")
    write_zip(target / "no_description.fmu", [f for f in contents(good) if f[0].filename != "modelDescription.xml"])
    description_only(target / "broken_xml.fmu", xml.replace("</ModelVariables>", "</ModelVariable>"))
    description_only(target / "fmi1.fmu", FMI1)
    description_only(target / "fmi3.fmu", FMI3)
    description_only(target / "model_exchange.fmu", MODEL_EXCHANGE)
    with_extra(target / "escape.fmu", good, entry("../../evil.txt"), b"outside\n")
    with_extra(target / "escape_absolute.fmu", good, entry("/tmp/macrostep_evil.txt"), b"outside\n")
    with_extra(target / "escape_link.fmu", good, entry("resources/link", mode=0o120777), b"/etc/hostname")
    described_otherwise(target / "no_reference.fmu", good, ' valueReference="1"', "")
    described_otherwise(target / "misspelt_reference.fmu", good, 'valueReference="1"', 'valueRefrence="1"')
    described_otherwise(target / "no_name.fmu", good, ' name="u"', "")
    described_otherwise(target / "same_name.fmu", good, 'name="u"', 'name="y"')
    described_otherwise(target / "wild_causality.fmu", good, 'causality="input"', 'causality="imput"')
    described_otherwise(target / "identifier_escape.fmu", good, 'modelIdentifier="integrator"',
                        'modelIdentifier="../linux64/integrator"')
    bomb(target / "bomb.fmu", good, claimed_size=BOMB_SIZE)
    bomb(target / "bomb_lying.fmu", good, claimed_size=1024)
