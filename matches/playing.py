"""Plays one match from claim to record, or again: nothing is held in the database meanwhile."""

import logging
import os
import socket
from functools import partial

from matches import replay, reproductions, runner, selectors, services
from matches.jobs import PlatformFault
from matches.lease import Lease

logger = logging.getLogger(__name__)


def match_play(*, match_id: int) -> bool:
    """Play a match and record it, unless somebody else has; True when its result counts.

    Raises `PlatformFault` when the site failed: then the match was given back.
    """
    job = services.match_claim(match_id=match_id, worker=here())
    if job is None:
        return False
    try:
        renew = partial(services.lease_renew, match_id=match_id, claim=job.claim)
        with Lease(f"match {match_id}", renew):
            result = runner.play(job)
    except Exception as error:  # whatever it was, no bot is charged with it and nobody waits for it
        logger.warning("Match %s was not played", match_id, exc_info=True)
        services.match_release(match_id=match_id, claim=job.claim, trouble=str(error))
        raise PlatformFault(str(error)) from error
    return services.match_record(job=job, result=result)


def reproduction_play(*, reproduction_id: int) -> bool:
    """Play a finished match again and compare, unless somebody else does; True when it counts.

    Raises `PlatformFault` when the site failed: then it waits for another worker.
    """
    hold = reproductions.reproduction_claim(reproduction_id=reproduction_id, worker=here())
    if hold is None:
        return False
    try:
        difference = _play_again(hold)
    except replay.UNREADABLE as error:
        return reproductions.reproduction_fail(hold=hold, trouble=str(error))
    except Exception as error:  # as above: whatever it was, nobody waits for this worker
        logger.warning("Match %s was not played again", hold.match, exc_info=True)
        reproductions.reproduction_release(hold=hold, trouble=str(error))
        raise PlatformFault(str(error)) from error
    return reproductions.reproduction_record(hold=hold, difference=difference)


def _play_again(hold: reproductions.Hold) -> replay.Difference | None:
    stored = replay.load(selectors.record_content(match_id=hold.match))
    renew = partial(reproductions.reproduction_renew, hold=hold)
    with Lease(f"reproduction {hold.reproduction}", renew):
        again = runner.play(services.match_job(match_id=hold.match))
    return replay.first_difference(stored, replay.read(again.record))


def here() -> str:
    """How this worker process is called in the rows it holds."""
    return f"{socket.gethostname()}/{os.getpid()}"
