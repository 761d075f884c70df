#!/usr/bin/env python3
"""Prove blocks right from docs/block-format.md alone: a second verifier, in another language.

It shares no line with `emission`. Whoever trusts neither alone can compare what the two say. The
code is in scripts/verify_block/, a module a section or two of the document. Needs Python 3.11, and
of PyPI `zstandard` and `cryptography`.
"""

import sys

from verify_block.cli import main

if __name__ == "__main__":
    sys.exit(main())
