"""Ladders: who plays whom, from which seeds, and how good everybody is."""
