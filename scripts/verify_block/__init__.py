"""A second verifier of blocks, written from docs/block-format.md; section numbers are that document's."""


class VerifyError(Exception):
    """Why the verifier could not run, in one line: what is wrong, where, and what to do."""
