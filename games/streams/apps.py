from games.core.subjects import SubjectConfig


class StreamsConfig(SubjectConfig):
    name = "games.streams"
    level = 100
