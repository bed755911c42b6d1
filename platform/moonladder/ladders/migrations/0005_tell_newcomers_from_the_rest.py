from typing import Any

from django.db import migrations, models
from django.db.models import F

FIRST_BLOCKS = 5


def owe_first_blocks(apps: Any, schema_editor: Any) -> None:
    entries = apps.get_model("ladders", "Entry").objects
    stints = apps.get_model("ladders", "Stint").objects.filter(booked__lt=FIRST_BLOCKS)
    for pk, booked in stints.filter(entry__stint=F("pk")).values_list("pk", "booked"):
        entries.filter(stint=pk).update(owed=FIRST_BLOCKS - booked)


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0004_let_seeds_be_chosen"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="owed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(owe_first_blocks, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["ladder", "owed"], name="entry_newcomers"),
        ),
    ]
