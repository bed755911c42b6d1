# Knocks at the parts of the kernel that were broken most often.
#: saw \{'EPERM'\}
from arena import serve, syscall

CALLS = ["io_uring_setup", "bpf", "perf_event_open", "userfaultfd", "init_module", "finit_module"]
CALLS += [
    "delete_module",
    "kexec_load",
    "reboot",
    "swapon",
    "syslog",
    "open_by_handle_at",
    "quotactl",
]

serve(lambda: {syscall(name, 0, 0, 0, 0, 0, 0) for name in CALLS})
