from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("core", "0004_first_moves")]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-number"], name="game_adjudicated", condition=Q(termination="adjudication")
            ),
        ),
    ]
