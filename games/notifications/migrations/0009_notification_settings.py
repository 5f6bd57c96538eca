"""The model is renamed; its table keeps its name, because servers of the version before still use it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0008_push_texts")]

    operations = [
        migrations.AlterModelTable("NoticeSettings", "notifications_noticesettings"),
        migrations.RenameModel("NoticeSettings", "NotificationSettings"),
    ]
