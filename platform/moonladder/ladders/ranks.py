"""The ranks that the results leave possible, among those who play now."""

from collections.abc import Sequence

import numpy as np

from moonladder.ladders.fit import SURE, Fitted


def rank_ranges(fitted: Fitted, playing: Sequence[int]) -> list[tuple[int, int]]:
    """The best and the worst rank of each, counting only others whom it is surely behind or before.

    A fit also rates versions that were replaced; those have no place in the standings.
    """
    if not playing:
        return []
    places = [fitted.places[each] for each in playing]
    ratings = np.array([fitted.standings[each].rating for each in playing])
    shared = fitted.covariance[np.ix_(places, places)]
    own = np.diag(shared)
    apart = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * shared, 1e-12))
    lead = (ratings[:, None] - ratings[None, :]) / apart
    behind, before = (lead < -SURE).sum(axis=1), (lead > SURE).sum(axis=1)
    best, worst = 1 + behind, len(playing) - before
    return list(zip(best.tolist(), worst.tolist(), strict=True))
