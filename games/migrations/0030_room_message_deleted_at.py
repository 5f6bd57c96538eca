"""When a spectator took back what he wrote is stored, and the message with it.

The code before, while it is being replaced, writes no such time and knows none: it deletes at once as it did, and shows
what was taken back by the new code.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0029_escalated_cases'),
    ]

    operations = [
        migrations.AddField(
            model_name='roommessage',
            name='deleted_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='deleted'),
        ),
    ]
