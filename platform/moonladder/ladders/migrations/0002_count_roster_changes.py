from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="roster_changes",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
