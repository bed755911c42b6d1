# Looks for processes that are not its own.
#: saw True
import os

from arena import serve

serve(lambda: sum(name.isdigit() for name in os.listdir("/proc")) <= 3)
