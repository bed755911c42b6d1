# Makes devices and looks for those of the host.
#: saw \{'EPERM'\}, \[\]
import os
import stat

from arena import outcome, serve


def attack():
    made = {
        outcome(os.mknod, "/tmp/x", kind | 0o600, os.makedev(1, 1))
        for kind in (stat.S_IFCHR, stat.S_IFBLK)
    }
    there = [
        name
        for name in ("mem", "kmem", "kvm", "port", "vda", "sda", "fuse", "disk")
        if os.path.exists(f"/dev/{name}")
    ]
    return made, there


serve(attack)
