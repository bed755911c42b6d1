"""Writes some columns of many rows at once.

Django's own `bulk_update` puts every value into one statement, as a CASE for each column, and takes
ten times as long to build it as the database takes to run it.
"""

from collections.abc import Collection, Sequence

from django.db import connection, models, transaction


def rows_update(rows: Collection[models.Model], columns: Sequence[str]) -> None:
    """Write these columns of stored rows: one statement, prepared once, run for each row."""
    if not rows:
        return
    meta = next(iter(rows))._meta
    assert meta.pk is not None
    fields = [meta.get_field(name) for name in columns]
    written = [field for field in (*fields, meta.pk) if isinstance(field, models.Field)]
    settings = ", ".join(f"{_quoted(str(field.column))} = %s" for field in written[:-1])
    table, pk = _quoted(meta.db_table), _quoted(str(meta.pk.column))
    with transaction.atomic(savepoint=False), connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET {settings} WHERE {pk} = %s",
            [
                [
                    field.get_db_prep_save(getattr(row, str(field.attname)), connection)
                    for field in written
                ]
                for row in rows
            ],
        )


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
