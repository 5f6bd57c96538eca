from games.core.subjects import SubjectConfig


class LearnConfig(SubjectConfig):
    name = "games.learn"
    level = 100
