#!/usr/bin/env python3
"""Prove blocks right from docs/block-format.md alone: a second verifier, in another language.

It shares no line with `emission`. Whoever trusts neither alone can compare what the two say. The
code is in scripts/verify_block/, a module a section or two of the document. Needs Python 3.11, and
of PyPI `zstandard` and `cryptography`.
"""

import sys

try:
    from verify_block.cli import main
except ModuleNotFoundError as missing:
    if missing.name not in ("cryptography", "zstandard"):
        raise
    # 1 would say that a block is wrong.
    print(f"error: the package {missing.name} is missing: run `pip install zstandard cryptography`", file=sys.stderr)
    sys.exit(2)

if __name__ == "__main__":
    sys.exit(main())
