from kit import subjects


class BackupsConfig(subjects.SubjectConfig):
    name = "games.backups"
    level = 100
