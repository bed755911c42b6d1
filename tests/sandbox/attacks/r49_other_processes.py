# Looks for processes that are not its own.
#: saw True
import os

from arena import serve

serve(lambda: max(int(name) for name in os.listdir("/proc") if name.isdigit()) <= 3)
