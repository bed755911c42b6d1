from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0002_count_roster_changes"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="fitted_roster",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
