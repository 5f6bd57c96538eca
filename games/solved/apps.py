from kit import subjects


class SolvedConfig(subjects.SubjectConfig):
    name = "games.solved"
    level = 35

    def ready(self) -> None:
        """Register the check of TABLES_DIRECTORY."""
        from django.core import checks

        from games.solved.checks import check_tables

        checks.register(check_tables, checks.Tags.files)
