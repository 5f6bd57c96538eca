"""An appeal takes away what the first verdict has imposed; the verdict that does nothing else has a name."""

from django.db import migrations, models

VERDICTS = [
    ("proven", "proven"),
    ("refuted", "refuted"),
    ("draw", "drawn"),
    ("white_won", "White wins"),
    ("black_won", "Black wins"),
    ("annulled", "annulled"),
    ("resumed", "goes on"),
    ("warned", "warning"),
    ("muted", "muted"),
    ("suspended", "suspended"),
    ("lifted", "lifted"),
    ("dismissed", "dismissed"),
    ("settled", "settled by the players"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0032_audit_is_not_emptied")]
    operations = [
        migrations.AddField(
            model_name="measure",
            name="lifted_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="lifted"),
        ),
        migrations.AlterField(
            model_name="dispute",
            name="verdict",
            field=models.CharField(blank=True, choices=VERDICTS, max_length=9, verbose_name="verdict"),
        ),
    ]
