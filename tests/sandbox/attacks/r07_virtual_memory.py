# Reserves 8 GiB and touches none of it, as honest runtimes do.
#: saw 8
import mmap

from arena import serve

serve(lambda: len(mmap.mmap(-1, 8 << 30)) >> 30)
