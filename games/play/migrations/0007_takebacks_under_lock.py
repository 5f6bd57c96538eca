from django.db import migrations

# As play_has_plan: what was committed until it is called.
FUNCTION = """
    CREATE FUNCTION play_has_takeback(game bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
    BEGIN
        RETURN EXISTS (SELECT FROM play_takeback WHERE game_id = game AND status = 'open');
    END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0006_plans_under_lock"),
    ]

    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION play_has_takeback(bigint)"),
    ]
