"""Tests of the arithmetic behind `make bench`."""
