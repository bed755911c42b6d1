"""What `make bench` measures: every figure a ratio to a named floor, taken in one run."""
