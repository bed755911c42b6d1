# Answers before it is asked.
#: verdict protocol:early_output
#: settle yes
import sys

print('{"id": 1, "saw": ""}', flush=True)
sys.stdin.read()
