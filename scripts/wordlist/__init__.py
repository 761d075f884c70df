"""The recipe of the French word list; scripts/build_wordlist.py runs it.

One module a step: `archives` gets the pinned packages, `lexique`, `wordfreq` and `imported` read
them, `editorial` reads the hand-written files, `block_list` and `word_list` decide, `output` makes
the files and the report.
"""


class BuildError(Exception):
    """What keeps the lists from being built; the text says what, where and what to do next."""
