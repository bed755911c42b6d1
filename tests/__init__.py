"""Tests of Moonladder; the folders mirror the code."""
