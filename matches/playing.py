"""Plays one match from claim to record: nothing is held in the database while bots run."""

import logging
import os
import socket

from matches import runner, services
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
        with Lease(job):
            result = runner.play(job)
    except Exception as error:  # whatever it was, no bot is charged with it and nobody waits for it
        logger.warning("Match %s was not played", match_id, exc_info=True)
        services.match_release(match_id=match_id, claim=job.claim, trouble=str(error))
        raise PlatformFault(str(error)) from error
    return services.match_record(job=job, result=result)


def here() -> str:
    """How this worker process is called in the rows it holds."""
    return f"{socket.gethostname()}/{os.getpid()}"
