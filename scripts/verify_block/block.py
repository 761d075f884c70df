"""Proves a block right from its files: section 13."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verify_block import merkle
from verify_block.findings import Findings
from verify_block.folder import CHECKSUMS, MANIFEST, SIGNATURE, Folder, file_checksum, judge_checksums, part_names
from verify_block.files import PART_UNITS, names_of_part
from verify_block.manifest import judge_contents, judge_numbers, judge_parts, judge_rules, read_manifest
from verify_block.part_judge import PartJudge, PartResult, PartTask
from verify_block.rules import Rules
from verify_block.seed import Plan
from verify_block.sshsig import AllowedSigner, judge_signature
from verify_block.units import NUMBER_BYTES, TWIN_BYTES, Tally, way_of


@dataclass(frozen=True)
class Request:
    """What blocks are judged by: rules, signers, and maybe a seed and the units to rebuild with it."""

    rules: Rules
    signers: list[AllowedSigner]
    seed: bytes | None
    rebuild: range
    jobs: int


@dataclass
class BlockResult:
    """What was found in a block; `merkle_root` is None if not every part could be read."""

    units: int
    findings: Findings = field(default_factory=Findings)
    merkle_root: bytes | None = None


def verify_block(path: Path, request: Request) -> BlockResult:
    """Judge a block's folder whole."""
    folder = Folder(path)
    folder.check_is_csv()
    result = BlockResult(request.rules.game.units_per_block)
    findings = result.findings
    judge_signed(folder, request.signers, findings)
    data = folder.read(MANIFEST)
    manifest = None if data is None else read_manifest(data, findings)
    if manifest:
        folder.judge_name(manifest, findings)
        judge_numbers(manifest, findings)
    if manifest and not judge_rules(manifest, request.rules, findings):
        names = [part["file"] for part in manifest["parts"]]
        checksums = judge_listed_files(folder, manifest["parts"], findings)
    else:
        names = part_names(result.units, folder.suffix())
        folder.judge_files(names, findings)
        checksums = judge_units(folder, names, manifest, request, result)
    if data is not None:
        checksums[MANIFEST] = hashlib.sha256(data).hexdigest()
    if (sums := folder.read(CHECKSUMS)) is not None:
        judge_checksums(sums, [*names, MANIFEST], checksums, findings)
    return result


def judge_listed_files(folder: Folder, parts: list[dict[str, Any]], findings: Findings) -> dict[str, str]:
    """Judge the parts of another game's block as files, by the manifest; their checksums by name."""
    right = [part for number, part in enumerate(parts, start=1) if part["file"] in names_of_part(number)]
    if len(right) != len(parts):
        findings.add("manifest-parts", detail="a part is not named by its number", count=len(parts) - len(right))
    folder.judge_files([part["file"] for part in right], findings)
    checksums = {}
    for part in right:
        name = part["file"]
        if name not in folder.regular:
            continue
        checksums[name] = file_checksum(folder.path / name)
        judge_file(name, part, None, {"bytes": folder.size(name), "sha256": checksums[name]}, findings)
    return checksums


def judge_signed(folder: Folder, signers: list[AllowedSigner], findings: Findings) -> None:
    """Judge the signature, if it and the manifest are there."""
    signature, manifest = folder.read(SIGNATURE), folder.read(MANIFEST)
    if signature is None or manifest is None:
        return
    if kind := judge_signature(signature, manifest, signers):
        findings.add(kind)


def judge_units(
    folder: Folder, names: list[str], manifest: dict[str, Any] | None, request: Request, result: BlockResult
) -> dict[str, str]:
    """Judge all parts and what their units are together; the parts' checksums by name."""
    findings = result.findings
    if manifest:
        judge_contents(manifest, request.rules, findings)
        judge_parts(manifest, result.units, folder.suffix(), findings)
    plan = make_plan(manifest, request, findings)
    tasks = part_tasks(folder, names, manifest, result.units, plan)
    tally = Tally()
    roots = []
    checksums = {}
    for task, part in zip(tasks, judge_tasks(tasks, request, plan)):
        judge_part(task, part, findings)
        merge(tally, part.tally)
        roots.append(part.root)
        checksums[task.path.name] = part.sha256
    findings.merge(tally.findings)
    find_twins(tally.shown, findings)
    whole = [root for root in roots if root]
    if len(whole) == len(names):
        judge_prizes(tally.counts, request.rules, findings)
        result.merkle_root = merkle.root(whole)
        judge_root(result.merkle_root, manifest, findings)
    return checksums


def make_plan(manifest: dict[str, Any] | None, request: Request, findings: Findings) -> Plan | None:
    """What the seed says of the block; None without a seed, or a manifest that numbers the block."""
    if request.seed is None or manifest is None:
        return None
    plan = Plan(request.rules, request.seed, manifest["emission"], manifest["block"])
    if plan.key("commitment").hex() != manifest["seed_commitment"]:
        findings.add("seed-commitment", detail="the seed is not the one of this block")
    return plan


def judge_root(root: bytes, manifest: dict[str, Any] | None, findings: Findings) -> None:
    """Find another root than the manifest's."""
    if manifest and root.hex() != manifest["merkle_root"]:
        findings.add("block-root", detail=f"the units have {root.hex()}, the manifest says {manifest['merkle_root']}")


def part_tasks(
    folder: Folder, names: list[str], manifest: dict[str, Any] | None, units: int, plan: Plan | None
) -> list[PartTask]:
    """A task for each part that is there."""
    outcomes = plan.outcomes() if plan else None
    listed = dict(enumerate(manifest["parts"] if manifest else []))
    tasks = []
    for number, name in enumerate(names):
        first = number * PART_UNITS
        end = min(first + PART_UNITS, units)
        if name in folder.regular:
            part_outcomes = outcomes[first:end] if outcomes else None
            tasks.append(PartTask(folder.path / name, first + 1, end - first, listed.get(number), part_outcomes))
    return tasks


def judge_tasks(tasks: list[PartTask], request: Request, plan: Plan | None) -> Iterable[PartResult]:
    """The results of tasks, in their order, from several processes if that is worth it."""
    if min(request.jobs, len(tasks)) < 2:
        return map(PartJudge(request.rules, plan, request.rebuild).judge, tasks)
    return judge_in_processes(tasks, request, plan)


def judge_in_processes(tasks: list[PartTask], request: Request, plan: Plan | None) -> Iterator[PartResult]:
    """The results of tasks, in their order, from `jobs` processes."""
    with ProcessPoolExecutor(request.jobs, initializer=start_process, initargs=(request, plan)) as pool:
        yield from pool.map(judge_in_process, tasks)


process_judge: PartJudge


def start_process(request: Request, plan: Plan | None) -> None:
    """Make the judge of a process."""
    global process_judge
    process_judge = PartJudge(request.rules, plan, request.rebuild)


def judge_in_process(task: PartTask) -> PartResult:
    """Judge a part with the judge of this process."""
    return process_judge.judge(task)


def judge_part(task: PartTask, part: PartResult, findings: Findings) -> None:
    """Find what the manifest says otherwise of a part's file and units."""
    found: dict[str, Any] = {"bytes": part.size, "sha256": part.sha256}
    if part.root:
        found["merkle_root"] = part.root.hex()
    if task.listed:
        judge_file(task.path.name, task.listed, task.first, found, findings)


def judge_file(
    name: str, listed: dict[str, Any], first: int | None, found: dict[str, Any], findings: Findings
) -> None:
    """Find what the manifest says otherwise of a part whose first unit is given, if it is known."""
    kinds = {"bytes": "part-size", "sha256": "part-checksum", "merkle_root": "part-root"}
    for key, value in found.items():
        if value != listed[key]:
            findings.add(kinds[key], first, f"{name} has {value}, the manifest says {listed[key]}")


def merge(tally: Tally, other: Tally) -> None:
    """Add what the units of another part show."""
    tally.findings.merge(other.findings)
    tally.counts.update(other.counts)
    tally.shown += other.shown


def find_twins(shown: bytearray, findings: Findings) -> None:
    """Find the units that show what an earlier one shows."""
    size = TWIN_BYTES + NUMBER_BYTES
    records = [bytes(shown[i : i + size]) for i in range(0, len(shown), size)]
    records.sort()
    earlier = b""
    for record in records:
        if record[:TWIN_BYTES] == earlier:
            findings.add("twins", int.from_bytes(record[TWIN_BYTES:], "big"))
        earlier = record[:TWIN_BYTES]


def judge_prizes(counts: Counter[tuple[int, ...]], rules: Rules, findings: Findings) -> None:
    """Compare what all units show with the prize table and its ways."""
    game = rules.game
    prizes: Counter[int] = Counter()
    ways: Counter[int | None] = Counter()
    for grid_counts, units in counts.items():
        prizes[game.prize_cents(grid_counts)] += units
        ways[way_of(game, grid_counts)] += units
    for tier in game.tiers:
        if prizes[tier.prize_cents] != tier.lots:
            detail = f"{tier.prize_cents} cents are paid by {prizes[tier.prize_cents]} units, must be {tier.lots}"
            findings.add("prize-table", detail=detail)
    for outcome, (_, way) in enumerate(game.ways, start=1):
        if ways[outcome] != way.lots:
            detail = f"{way.words} complete words are shown by {ways[outcome]} units, must be {way.lots}"
            findings.add("ways", detail=detail)
