# Gives up.
#: verdict crash:exit 3
import sys

input()
sys.exit(3)
