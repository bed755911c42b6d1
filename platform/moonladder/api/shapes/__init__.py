"""What answers look like and what bodies must say, with an example of each for the schema."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers


class Shape(serializers.Serializer):
    """What an answer looks like."""


class Body(serializers.Serializer):
    """What a request must say; a misspelt name is not silently left out."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else []
        if unknown:
            choice = ", ".join(self.fields)
            raise serializers.ValidationError(
                {str(name): [f"No such value: choose from {choice}."] for name in unknown}
            )
        return dict(super().to_internal_value(data))


class Text(serializers.CharField):
    """Text, and nothing that merely could be written as text."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Pattern(serializers.RegexField):
    """Text of a certain form."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class WholeNumber(serializers.IntegerField):
    """A whole number, not a text that looks like one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Truth(serializers.BooleanField):
    """`true` or `false`, and none of the words that could mean the same."""

    def to_internal_value(self, data: Any) -> bool:
        if type(data) is not bool:
            self.fail("invalid", input=data)
        return data


Example = Callable[[type[serializers.Serializer]], type[serializers.Serializer]]


def example(value: Mapping[str, Any]) -> Example:
    """Show this value wherever the schema tells of the shape."""
    shown = OpenApiExample("example", value=dict(value))

    def attach(shape: type[serializers.Serializer]) -> type[serializers.Serializer]:
        shape.example = dict(value)
        decorated: type[serializers.Serializer] = extend_schema_serializer(examples=[shown])(shape)
        return decorated

    return attach


@cache
def page_shape(shape: type[serializers.Serializer]) -> type[serializers.Serializer]:
    """A list of these by cursor: some of them, and the address of those that follow."""
    fields = {
        "__doc__": "One page of a list.",
        "results": shape(many=True),
        "next": serializers.URLField(
            allow_null=True, help_text="The address of what follows; null at the end."
        ),
    }
    page = type(f"{shape.__name__}Page", (Shape,), fields)
    return example({"results": [shape.example], "next": None})(page)
