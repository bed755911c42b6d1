"""Tests of the health room."""
