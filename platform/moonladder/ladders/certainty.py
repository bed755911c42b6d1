"""How sure fitted ratings are: a sandwich whose filling is whole blocks.

The matches of a block share their deal, so that blocks are what chance draws, and not matches. The
covariance of the ratings is A^-1 B A^-1: A is the curvature of likelihood and priors, and B adds
up the squares of what each whole block says against the fit, and one square more for the priors.
Where the rotations of a block cancel its luck, it says little against the fit, and intervals are
narrow.

An entry with few blocks cannot tell its own B. The curvature, times the dispersion of the whole
ladder, stands in for it, as if `LENT` more blocks had shown that. Ratings mean something against
each other only, so what all of them are uncertain of together is left out.

Tables are taken as if they did not depend on results. Those of close opponents do, and few blocks
of them stretch the scale: in simulation, intervals then miss the truth more often than they should,
while it stays true who is surely better than whom.
"""

import numpy as np

from moonladder.ladders.evidence import Evidence, Floats, added, bend, block_surprise, total

LENT = 10
"""How many blocks of an ordinary entry are added to each entry's own."""

WHOLE = 1000
"""Up to so many entries, all covariances are worked out. Among more, where each has met but few of
the others, two ratings hardly depend on each other, and their variances have to do."""


def covariance(evidence: Evidence, ratings: Floats, precision: Floats) -> Floats:
    """The covariance of the ratings, as a matrix; above `WHOLE` entries, the variances only."""
    bends = bend(evidence.meetings, ratings)
    return (_matrix if evidence.size <= WHOLE else _variances)(evidence, ratings, precision, bends)


def apart(covariance: Floats, place: int) -> Floats:
    """The standard deviation of the difference between one rating and each."""
    if covariance.ndim == 1:
        variance = covariance[place] + covariance
    else:
        variance = covariance[place, place] + np.diag(covariance) - 2 * covariance[place]
    return np.sqrt(np.maximum(variance, 0))


def _matrix(evidence: Evidence, ratings: Floats, precision: Floats, bends: Floats) -> Floats:
    """The whole sandwich."""
    curvature = _curvature(evidence, bends)
    squares = _squares(evidence, ratings)
    own, lent = _shares(evidence, np.diag(curvature), np.diag(squares))
    filling = np.outer(own, own) * squares + np.outer(lent, lent) * curvature + np.diag(precision)
    whole = curvature + np.diag(precision)
    bread = np.linalg.inv(whole)
    return _against_each_other(bread @ filling @ bread, np.diag(whole))


def _against_each_other(spread: Floats, known: Floats) -> Floats:
    """Take out what moves all ratings alike, measured at those of which most is known."""
    if not known.size:
        return spread
    shift = spread @ known / known.sum()
    return spread - shift[:, None] - shift[None, :] + shift @ known / known.sum()


def _variances(evidence: Evidence, ratings: Floats, precision: Floats, bends: Floats) -> Floats:
    """The diagonal of the sandwich, with the uncertainty of those met taken to first order."""
    meetings, size = evidence.meetings, evidence.size
    curvature = total(meetings, bends, bends, size)
    squares = _square_sums(evidence, ratings)
    own, lent = _shares(evidence, curvature, squares)
    bread = 1 / (curvature + precision)
    passed_on = bends**2 * bread[meetings.one] * bread[meetings.other]
    inherited = 1 + total(meetings, passed_on, passed_on, size)
    return (own**2 * squares + lent**2 * curvature + precision) * bread**2 * inherited


def _curvature(evidence: Evidence, bends: Floats) -> Floats:
    """How fast what each entry scores beyond expectation falls with each rating."""
    meetings, size = evidence.meetings, evidence.size
    matrix = np.diag(total(meetings, bends, bends, size))
    matrix[meetings.one, meetings.other] = -bends
    matrix[meetings.other, meetings.one] = -bends
    return matrix


def _squares(evidence: Evidence, ratings: Floats) -> Floats:
    """What blocks say against the ratings, multiplied for each two entries and added up."""
    size = evidence.size
    products = np.zeros(size * size)
    for group in evidence.groups:
        extra = block_surprise(group, ratings)
        cells = group.places[:, :, None] * size + group.places[:, None, :]
        products += added(cells, extra[:, :, None] * extra[:, None, :], size * size)
    return products.reshape(size, size)


def _square_sums(evidence: Evidence, ratings: Floats) -> Floats:
    """The diagonal of `_squares`."""
    squares = np.zeros(evidence.size)
    for group in evidence.groups:
        squares += added(group.places, block_surprise(group, ratings) ** 2, evidence.size)
    return squares


def _shares(evidence: Evidence, curvature: Floats, squares: Floats) -> tuple[Floats, Floats]:
    """By what to multiply an entry's own squares and its curvature, line by line.

    The ratings have followed the blocks they are held against: c blocks are worth c - 1.
    """
    counts = sum(
        (
            added(group.places, np.ones(group.places.shape), evidence.size)
            for group in evidence.groups
        ),
        np.zeros(evidence.size),
    )
    worth = np.maximum(counts - 1, 0) + LENT
    spread = _dispersion(evidence, counts, curvature, squares)
    return np.sqrt(counts / worth), np.sqrt(LENT / worth * spread)


def _dispersion(evidence: Evidence, counts: Floats, curvature: Floats, squares: Floats) -> float:
    """How much blocks vary over the whole ladder, as a multiple of what the curvature says.

    It begins with `LENT` blocks that vary just as much.
    """
    blocks = sum(len(group.matches) for group in evidence.groups)
    ordinary = LENT * curvature.sum() / max(blocks, 1)
    if not ordinary:
        return 1.0
    many = counts > 1
    seen = squares[many] * counts[many] / (counts[many] - 1)
    return float((seen.sum() + ordinary) / (curvature[many].sum() + ordinary))
