from games.core import subjects


class ToastsConfig(subjects.SubjectConfig):
    name = "tests.games.subjects.toasts"
    level = 80
