"""Tests of the players room."""
