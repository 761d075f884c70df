"""The recipes of the word lists; scripts/build_wordlist.py runs them.

One module a step: `archives` gets the pinned packages, `lexique`, `scowl`, `wordnet`, `wordfreq`
and `imported` read them, `editorial` reads the hand-written files, `block_list` and `word_list`
decide for French and `english` for English, `output` makes the files and the reports.
"""


class BuildError(Exception):
    """What keeps the lists from being built; the text says what, where and what to do next."""
