# Reads another process's memory and takes its descriptors.
#: saw \{'EPERM'\}
from arena import serve, syscall

CALLS = ["process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd"]

serve(lambda: {syscall(name, 1, 0, 0, 0, 0, 0) for name in CALLS})
