from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0003_know_who_has_left"),
    ]

    operations = [
        migrations.AddField(
            model_name="block",
            name="is_seed_chosen",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_seed_chosen", False), ("kind__in", ("challenge", "batch")), _connector="OR"
                ),
                name="only_unrated_seeds_are_chosen",
            ),
        ),
    ]
