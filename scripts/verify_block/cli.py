"""The command: its options, what it prints, and its exit codes."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from verify_block import VerifyError
from verify_block.block import BlockResult, Request, verify_block
from verify_block.findings import Findings
from verify_block.game import read_game
from verify_block.keys import read_seed
from verify_block.proof import ProofResult, verify_proof
from verify_block.rules import Rules
from verify_block.sshsig import read_allowed_signers
from verify_block.words import read_block_list, read_word_list

ROOT = Path(__file__).resolve().parent.parent.parent

EXIT_NOTHING_FOUND = 0
EXIT_FINDINGS = 1
EXIT_COULD_NOT_RUN = 2
EXIT_INTERRUPTED = 130

EPILOG = """\
findings: those of section 13 of docs/block-format.md and, of a seed,
  seed-commitment  the manifest's seed_commitment is not that of the seed
  order            a unit shows another outcome than the seed's order has at its place
  order-grids      a unit shows its outcome, and not in the grids that the seed gives it
  rebuild          a unit's row is not the one that the seed makes
and of a proof,
  proof-form       the proof can't be read
  proof-version    the proof is of another format version
  proof-bytes      the proof's bytes are not the canonical ones
  proof-unit       the block has no unit of this number
  proof-path       the inclusion path does not lead from the row to the manifest's root
A seed is judged of a block whose manifest can be read and is one of the game and the list at hand.

examples:
  scripts/verify_block.py out/emission-0001/block-0001 --allowed-signers emission.allowed_signers
  scripts/verify_block.py out/emission-0001/block-* --allowed-signers board.allowed_signers --json
  scripts/verify_block.py out/emission-0001/block-0001 --allowed-signers emission.allowed_signers \\
      --seed-file emission.seed --units 1-100
  scripts/verify_block.py --proof unit-42.proof.json --allowed-signers emission.allowed_signers

exit codes: 0 nothing found; 1 findings; 2 could not run; 130 interrupted
"""


def make_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(
        prog="verify_block.py",
        description="Prove blocks, or a proof of one unit, right from docs/block-format.md alone, "
        "independently of `emission`.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folders", nargs="*", type=Path, metavar="BLOCK_FOLDER", help="a block's folder")
    add_file(parser, "--proof", "a proof of one unit, instead of folders")
    add_file(parser, "--allowed-signers", "keys that may sign, as `emission`, in OpenSSH's format", required=True)
    add_file(parser, "--game", "definition, TOML or canonical JSON", ROOT / "src/game/maxi_mots_croises.toml")
    add_file(parser, "--words", "word list, one word a line", ROOT / "wordlists/fr.txt")
    add_file(parser, "--blocklist", "blocked words, each a word, tab, category", ROOT / "wordlists/blocklist_fr.tsv")
    add_file(parser, "--seed-file", "seed of the blocks: judge their order and outcomes too")
    parser.add_argument(
        "--units", type=unit_range, metavar="A-B", default=range(0), help="with --seed-file: units to rebuild whole"
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument("--json", action="store_true", help="print an object a block or proof, one a line")
    return parser


def add_file(
    parser: argparse.ArgumentParser, option: str, text: str, default: Path | None = None, required: bool = False
) -> None:
    """Add an option that names a file."""
    if default:
        text += f" (default: {default.relative_to(ROOT)})"
    parser.add_argument(option, type=Path, metavar="FILE", default=default, required=required, help=text)


def unit_range(text: str) -> range:
    """The units of `A-B` or `A`."""
    numbers = re.fullmatch(r"(\d+)(?:-(\d+))?", text, re.ASCII)
    if not numbers or not 1 <= int(numbers[1]) <= int(numbers[2] or numbers[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is not A-B with 1 <= A <= B")
    return range(int(numbers[1]), int(numbers[2] or numbers[1]) + 1)


def positive(text: str) -> int:
    """A whole number from 1."""
    if not re.fullmatch(r"0*[1-9]\d*", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def check_options(options: argparse.Namespace) -> None:
    """Refuse options that don't go together."""
    if bool(options.proof) == bool(options.folders):
        raise VerifyError("give block folders or --proof, one of the two; see --help")
    if options.units and not options.seed_file:
        raise VerifyError("--units needs the seed of the block: give --seed-file")
    if options.proof and options.seed_file:
        raise VerifyError("a proof is judged without a seed: leave --seed-file out")


def read_rules(options: argparse.Namespace) -> Rules:
    """The rules that the options name."""
    block_list = read_block_list(options.blocklist)
    return Rules(read_game(options.game), read_word_list(options.words, block_list), block_list)


def run(options: argparse.Namespace) -> int:
    """Judge what the options name; the exit code."""
    check_options(options)
    rules = read_rules(options)
    signers = read_allowed_signers(options.allowed_signers)
    if options.proof:
        return report_proof(options.proof, verify_proof(options.proof, rules, signers), options.json)
    if options.units and options.units[-1] > rules.game.units_per_block:
        raise VerifyError(f"--units goes to {options.units[-1]}, and the game has {rules.game.units_per_block} units")
    seed = read_seed(options.seed_file) if options.seed_file else None
    request = Request(rules, signers, seed, options.units, options.jobs)
    codes = [report_block(path, verify_block(path, request), options.json) for path in options.folders]
    return max(codes)


def report_block(path: Path, result: BlockResult, as_json: bool) -> int:
    """Print what was found in a block; the exit code."""
    root = result.merkle_root.hex() if result.merkle_root else None
    if as_json:
        print_json({"folder": str(path), "merkle_root": root}, result.findings)
    else:
        print(f"{path}: {result.units:,} units, root {root or 'not known'}")
        print_findings(result.findings)
    return exit_code(result.findings)


def report_proof(path: Path, result: ProofResult, as_json: bool) -> int:
    """Print what was found in a proof and what its unit pays; the exit code."""
    root = result.merkle_root.hex() if result.merkle_root else None
    if as_json:
        facts = {"proof": str(path), "merkle_root": root, "unit": result.unit, "prize_cents": result.prize_cents}
        print_json(facts, result.findings)
    else:
        print(f"{path}: {proof_sentence(result)}")
        print_findings(result.findings)
    return exit_code(result.findings)


def proof_sentence(result: ProofResult) -> str:
    """What a proof says of its unit."""
    if result.prize_cents is None:
        return "what its unit pays can't be told"
    pays = f"unit {result.unit} pays {result.prize_cents // 100:,}.{result.prize_cents % 100:02}"
    return f"{pays}, but the proof is wrong" if result.findings else pays


def print_json(facts: dict[str, Any], findings: Findings) -> None:
    """Print facts and findings as one line of JSON."""
    print(json.dumps({**facts, "findings": findings.as_json()}, ensure_ascii=False))


def print_findings(findings: Findings) -> None:
    """Print each kind with its count, its first units and what its first one is."""
    for kind, count in findings.counts.items():
        units = ", ".join(map(str, findings.units[kind]))
        where = f"  units {units}{', …' if count > len(findings.units[kind]) else ''}" if units else ""
        detail = findings.details.get(kind)
        print(f"  {kind:20} {count:>9,}{where}{f'  ({detail})' if detail else ''}")
    if not findings:
        print("  nothing found")


def exit_code(findings: Findings) -> int:
    """The exit code for findings."""
    return EXIT_FINDINGS if findings else EXIT_NOTHING_FOUND


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code."""
    options = make_parser().parse_args(arguments)
    return guarded(lambda: run(options))


def guarded(action: Callable[[], int]) -> int:
    """The exit code of an action; an error is one clear line."""
    try:
        return action()
    except VerifyError as error:
        return fail(str(error))
    except OSError as error:
        return fail(f"{error.filename}: {error.strerror}; check the path and its rights")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def fail(message: str) -> int:
    """Say on stderr why nothing could be judged."""
    print(f"error: {message}", file=sys.stderr)
    return EXIT_COULD_NOT_RUN
