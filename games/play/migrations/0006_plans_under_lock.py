from django.db import migrations

# A function that may change data sees what was committed until it is called; a condition in a statement sees what was
# committed before the statement began to wait for the row.
FUNCTION = """
    CREATE FUNCTION play_has_plan(game bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        RETURN EXISTS (SELECT FROM play_plan WHERE game_id = game);
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0005_takebacks"),
    ]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION play_has_plan(bigint)"),
    ]
