import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bots", "0002_names_fit_into_addresses"),
        ("ladders", "0006_keep_covariances"),
        ("matches", "0007_find_matches_in_long_lists"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Swap",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "against",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="bots.version",
                    ),
                ),
                (
                    "ladder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="swaps",
                        to="ladders.ladder",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="swaps",
                        to="bots.version",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SwapBlock",
            fields=[
                (
                    "block",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="swap_block",
                        serialize=False,
                        to="ladders.block",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="swap_blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "original",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="swap_blocks",
                        to="ladders.block",
                    ),
                ),
                (
                    "swap",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="blocks",
                        to="matches.swap",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="swap",
            constraint=models.UniqueConstraint(
                fields=("ladder", "version", "against"), name="one_swap_of_two_versions"
            ),
        ),
        migrations.AddConstraint(
            model_name="swap",
            constraint=models.CheckConstraint(
                condition=models.Q(("version", models.F("against")), _negated=True),
                name="nobody_takes_their_own_place",
            ),
        ),
        migrations.AddIndex(
            model_name="swapblock",
            index=models.Index(fields=["asked_by", "created_at"], name="swaps_of_somebody"),
        ),
        migrations.AddConstraint(
            model_name="swapblock",
            constraint=models.UniqueConstraint(
                fields=("swap", "original"), name="a_block_is_swapped_once"
            ),
        ),
    ]
