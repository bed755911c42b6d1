# Leaves a key in the kernel for somebody else.
#: saw \{'EPERM'\}
from arena import serve, syscall

serve(lambda: {syscall(name, 0, 0, 0, 0, 0) for name in ("add_key", "keyctl", "request_key")})
