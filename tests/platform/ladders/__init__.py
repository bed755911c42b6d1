"""Tests of the ladders room."""
