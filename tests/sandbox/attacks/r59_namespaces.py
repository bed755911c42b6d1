# Makes namespaces of its own, where it would be root.
#: saw \['EPERM'\], 'ENOSYS'
from arena import serve, syscall

NEWUSER, NEWNS, NEWNET, NEWTIME = 0x10000000, 0x20000, 0x40000000, 0x80


def attack():
    refused = {syscall("unshare", flag) for flag in (NEWUSER, NEWNS, NEWNET)}
    refused |= {syscall("clone", flag | 17, 0, 0, 0, 0) for flag in (NEWUSER, NEWNS, NEWTIME)}
    refused.add(syscall("setns", 0, 0))
    return sorted(refused), syscall("clone3", 0, 0)


serve(attack)
