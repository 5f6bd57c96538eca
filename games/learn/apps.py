from kit import subjects


class LearnConfig(subjects.SubjectConfig):
    name = "games.learn"
    level = 100
