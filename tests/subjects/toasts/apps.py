from games.core import subjects


class ToastsConfig(subjects.SubjectConfig):
    name = "tests.subjects.toasts"
    level = 80
