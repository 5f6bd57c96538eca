"""The scopes are those that the apps declare; nothing changes in the database."""

import django.contrib.postgres.fields
import kit.scopes
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0025_no_scope_of_staff'),
    ]

    operations = [
        migrations.AlterField(
            model_name='accesstoken',
            name='scopes',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=kit.scopes.scope_choices, max_length=32), size=None, verbose_name='permissions'),
        ),
    ]
