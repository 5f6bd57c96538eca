"""An appeal may wait beside another dispute of the same player about the game.

The code before, while it is being replaced, goes on refusing such an appeal, and reads both as it reads any two.
"""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0030_room_message_deleted_at'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='dispute',
            name='dispute_one_pending_a_player_and_game',
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('appeal_of', None), ('status__in', ['open', 'taken'])), fields=('game', 'opened_by'), name='dispute_one_pending_a_player_and_game'),
        ),
    ]
