# Types into a terminal, also with bits the kernel ignores.
#: saw \{'(EPERM|ENOTTY)'\}
from arena import serve, syscall

TIOCSTI, TIOCLINUX = 0x5412, 0x541C


def attack():
    calls = [TIOCSTI, TIOCLINUX, TIOCSTI | 1 << 32, TIOCLINUX | 1 << 63]
    return {syscall("ioctl", 0, call, 0) for call in calls}


serve(attack)
