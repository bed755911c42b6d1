import re
from collections.abc import Iterable

import django.core.validators
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

FIT = r"\A[A-Za-z0-9][A-Za-z0-9_-]*\Z"


def fit_name(name: str, taken: Iterable[str]) -> str:
    """The name with every other character replaced, and a number behind it where it is taken."""
    fit = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:36].lstrip("-_") or "bot"
    names = [fit, *(f"{fit}-{number}" for number in range(2, 1000))]
    return next(each for each in names if each not in taken)


def rename(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Rename the bots, and the owners of bots, that no address could lead to."""
    bots = apps.get_model("bots", "Bot").objects
    for bot in bots.exclude(name__regex=FIT):
        bot.name = fit_name(
            bot.name, bots.filter(owner=bot.owner_id).values_list("name", flat=True)
        )
        bot.save(update_fields=["name"])
    users = apps.get_model("auth", "User").objects
    for user in users.filter(bots__isnull=False).exclude(username__regex=FIT).distinct():
        user.username = fit_name(user.username, users.values_list("username", flat=True))
        user.save(update_fields=["username"])


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(rename, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="bot",
            name="name",
            field=models.CharField(
                max_length=40,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A[A-Za-z0-9][A-Za-z0-9_-]*\\Z",
                        "Use letters (a to z), digits, - and _, beginning with a letter or a "
                        "digit: the name becomes part of addresses.",
                    )
                ],
            ),
        ),
    ]
