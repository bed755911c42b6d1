"""The API: what pages show and forms do, for programs.

Views translate; selectors and services of the other rooms decide. Shapes are serializers.
"""
