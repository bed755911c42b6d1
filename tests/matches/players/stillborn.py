"""Ends before it is ready."""

import sys

sys.exit(1)
