from kit import subjects


class ToastsConfig(subjects.SubjectConfig):
    name = "tests.games.core.subjects.toasts"
    level = 80
