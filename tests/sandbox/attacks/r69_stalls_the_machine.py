# Makes the whole machine write its disks.
#: saw \{'EPERM'\}
from arena import serve, syscall

serve(lambda: {syscall("sync"), syscall("syncfs", 0)})
