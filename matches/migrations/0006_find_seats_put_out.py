from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0002_names_fit_into_addresses"),
        ("ladders", "0004_let_seeds_be_chosen"),
        ("matches", "0005_reproductions"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("fault", ""), _negated=True),
                fields=["version"],
                name="seats_put_out",
            ),
        ),
    ]
