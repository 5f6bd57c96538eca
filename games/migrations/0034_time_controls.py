"""A time control is stored as its system and its parameters, so that a new kind needs no columns of its own."""

from django.db import migrations, models
from django.db.models import Func, Q, Value
from django.db.models.lookups import Exact

import games.time_controls

TABLES = {"game": "games_game", "challenge": "games_challenge"}
PARAMETERS = """
UPDATE {table} SET clock_parameters = CASE clock_system
    WHEN 'days_per_move' THEN jsonb_build_object('days_per_move', days_per_move)
    ELSE jsonb_build_object(
        'initial_seconds', initial_seconds, 'increment_seconds', increment_seconds, 'cap_seconds', cap_seconds
    ) END
"""
COLUMNS = ("days_per_move", "initial_seconds", "increment_seconds", "cap_seconds")
NO_COUNT = 'strict $.* ? (@.type() != "number" || @ < 0 || @.floor() != @)'
IS_OBJECT = Exact(Func("clock_parameters", function="jsonb_typeof", output_field=models.CharField()), "object")
HAS_NO_COUNT = Func(
    "clock_parameters",
    Value(NO_COUNT),
    Value("{}"),
    Value(True),
    function="jsonb_path_exists",
    output_field=models.BooleanField(),
)


def operations_for(model, table):
    yield migrations.AddField(
        model,
        "clock_parameters",
        models.JSONField(blank=True, default=dict, verbose_name="parameters of the time control"),
    )
    yield migrations.RunSQL(PARAMETERS.format(table=table))
    yield migrations.RemoveConstraint(model, f"{model}_clock_matches_its_system")
    for name in COLUMNS:
        yield migrations.RemoveField(model, name)
    yield migrations.AlterField(
        model,
        "clock_system",
        models.CharField(
            choices=games.time_controls.names, default="days_per_move", max_length=32, verbose_name="time control"
        ),
    )
    yield migrations.AddConstraint(
        model,
        models.CheckConstraint(
            condition=~Q(clock_system="") & Q(IS_OBJECT) & ~Q(HAS_NO_COUNT), name=f"{model}_clock_has_its_shape"
        ),
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0033_measures_can_be_lifted")]
    operations = [operation for model, table in TABLES.items() for operation in operations_for(model, table)]
