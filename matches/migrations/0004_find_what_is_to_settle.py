from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_ask_for_challenges"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="match",
            name="match_to_settle",
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["ladder", "kind", "settled_at", "status", "number"],
                name="match_unsettled",
            ),
        ),
    ]
