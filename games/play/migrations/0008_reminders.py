"""Nudges are called reminders. The table keeps its name: no migration renames a table."""

import django.db.models.deletion
from django.db import migrations, models

RENAME = "ALTER TABLE play_nudge RENAME CONSTRAINT {} TO {}"
EVENTS = "UPDATE core_event SET type = '{}' WHERE type = '{}'"
OLD, NEW = "nudge_once_in_a_turn", "reminder_once_in_a_turn"


class Migration(migrations.Migration):
    dependencies = [("play", "0007_takebacks_under_lock"), ("core", "0008_total_length")]

    operations = [
        migrations.AlterModelTable("Nudge", "play_nudge"),
        migrations.RenameModel("Nudge", "Reminder"),
        migrations.AlterField(
            "Reminder",
            "game",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reminders",
                to="core.game",
                verbose_name="game",
            ),
        ),
        migrations.RunSQL(
            RENAME.format(OLD, NEW),
            RENAME.format(NEW, OLD),
            state_operations=[
                migrations.RemoveConstraint("Reminder", OLD),
                migrations.AddConstraint("Reminder", models.UniqueConstraint(fields=["game", "ply"], name=NEW)),
            ],
        ),
        migrations.RunSQL(EVENTS.format("opponent_reminded", "nudged"), EVENTS.format("nudged", "opponent_reminded")),
    ]
