"""The ranks that the results leave possible, among those who play now."""

from collections.abc import Sequence

import numpy as np

from moonladder.ladders.certainty import apart
from moonladder.ladders.fit import SURE, Fitted


def rank_ranges(fitted: Fitted, playing: Sequence[int]) -> list[tuple[int, int]]:
    """The best and the worst rank of each: of all but those whom it is surely behind, or before.

    Surely is with a likelihood of 97.5 %. A fit also rates versions that were replaced; those have
    no place in the standings.
    """
    places = np.array([fitted.places[each] for each in playing], dtype=np.int64)
    ratings = np.array([fitted.standings[each].rating for each in playing])
    ranges = []
    for place, rating in zip(places, ratings, strict=True):
        lead = rating - ratings
        sure = SURE * apart(fitted.covariance, place)[places]
        behind, before = int((lead < -sure).sum()), int((lead > sure).sum())
        ranges.append((1 + behind, len(playing) - before))
    return ranges
