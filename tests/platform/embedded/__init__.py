"""Tests of the site on one machine."""
