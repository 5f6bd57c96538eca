from django.db import migrations, models


class Migration(migrations.Migration):
    # The wider rule comes before the narrower one goes: whatever keeps the one keeps the other.

    dependencies = [
        ('games', '0002_bots'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'rules', 'pool'), name='rating_one_a_player_rules_and_pool'),
        ),
        migrations.RemoveConstraint(
            model_name='rating',
            name='rating_one_a_player_and_rules',
        ),
    ]
