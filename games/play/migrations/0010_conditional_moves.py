"""Plans are called conditional moves. The table and the function keep their names: old processes use them."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

RENAME = "ALTER TABLE play_plan RENAME CONSTRAINT {} TO {}"
EVENTS = "UPDATE core_event SET type = '{}' WHERE type = '{}'"
UNIQUE = ("plan_one_a_player_and_game", "conditional_moves_one_a_player_and_game")
EITHER = ("plan_is_lines_or_programme", "conditional_moves_are_lines_or_programme")
PLAYED = ("plan_played", "conditional_moves_played")
STOPPED = ("plan_stopped", "conditional_moves_stopped")


def _renamed(old: str, new: str, constraint: models.BaseConstraint) -> migrations.RunSQL:
    return migrations.RunSQL(
        RENAME.format(old, new),
        RENAME.format(new, old),
        state_operations=[
            migrations.RemoveConstraint("ConditionalMoves", old),
            migrations.AddConstraint("ConditionalMoves", constraint),
        ],
    )


class Migration(migrations.Migration):
    dependencies = [("play", "0009_deadline_notifications"), ("core", "0011_deadline_notifications")]

    operations = [
        migrations.AlterModelTable("Plan", "play_plan"),
        migrations.RenameModel("Plan", "ConditionalMoves"),
        migrations.AlterModelOptions(
            "ConditionalMoves",
            {
                "ordering": ["id"],
                "verbose_name": "conditional moves",
                "verbose_name_plural": "conditional moves",
            },
        ),
        migrations.AlterField(
            "ConditionalMoves",
            "game",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="conditional_moves",
                to="core.game",
                verbose_name="game",
            ),
        ),
        _renamed(*UNIQUE, models.UniqueConstraint(fields=["game", "player"], name=UNIQUE[1])),
        _renamed(
            *EITHER,
            models.CheckConstraint(
                condition=(Q(programme__isnull=True) & ~Q(lines=[])) | Q(programme__isnull=False, lines=[]),
                name=EITHER[1],
            ),
        ),
        *(migrations.RunSQL(EVENTS.format(new, old), EVENTS.format(old, new)) for old, new in (PLAYED, STOPPED)),
    ]
