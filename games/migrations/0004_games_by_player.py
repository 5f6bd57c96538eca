"""A player's games in the order of their numbers; the indexes take the place of those of the foreign keys."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_ratings_by_pool"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddIndex(
            model_name="game", index=models.Index(fields=["white", "number"], name="game_of_white")
        ),
        migrations.AddIndex(
            model_name="game", index=models.Index(fields=["black", "number"], name="game_of_black")
        ),
        migrations.AlterField(
            model_name="game",
            name="white",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games_as_white",
                to=settings.AUTH_USER_MODEL,
                verbose_name="White",
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="black",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="games_as_black",
                to=settings.AUTH_USER_MODEL,
                verbose_name="Black",
            ),
        ),
    ]
