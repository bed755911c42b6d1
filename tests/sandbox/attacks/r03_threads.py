# Starts threads until it may not.
#: saw refused
#: counts pids_limit_hits
import threading

from arena import serve


def attack():
    stop = threading.Event()
    try:
        while True:
            threading.Thread(target=stop.wait, daemon=True).start()
    except RuntimeError:
        return "refused"
    finally:
        stop.set()


serve(attack)
