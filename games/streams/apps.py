from games.core import subjects


class StreamsConfig(subjects.SubjectConfig):
    name = "games.streams"
    level = 100
