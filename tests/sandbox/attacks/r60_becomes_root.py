# Becomes another user, by call and by set-user-ID program.
#: saw False, False, \(((65534|2\d{9})(, |\))){3}, \['1', '0+', '0+', '2'\]
import os
import subprocess
from pathlib import Path

from arena import outcome, serve


def attack():
    changed = [outcome(os.setuid, 0), outcome(os.setgid, 0), outcome(os.setuid, 1000)]
    program = subprocess.run(["/usr/bin/su", "-c", "id"], capture_output=True)
    lines = Path("/proc/self/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines)
    marks = [status[name].strip() for name in ("NoNewPrivs", "CapEff", "CapBnd", "Seccomp")]
    return "ok" in changed, program.returncode == 0, os.getresuid(), marks


serve(attack)
