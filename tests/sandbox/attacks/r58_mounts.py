# Mounts, unmounts, changes its root.
#: saw \{'EPERM'\}
from arena import serve, syscall

CALLS = [
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "fsopen",
    "fsmount",
    "open_tree",
    "move_mount",
    "mount_setattr",
]

serve(lambda: {syscall(name, 0, 0, 0, 0, 0) for name in CALLS})
