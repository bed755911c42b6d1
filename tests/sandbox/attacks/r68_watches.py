# Watches what others read.
#: saw \{'EPERM'\}
from arena import serve, syscall

CALLS = ["inotify_init1", "inotify_add_watch", "fanotify_init", "fanotify_mark"]

serve(lambda: {syscall(name, 0, 0, 0, 0, 0) for name in CALLS})
