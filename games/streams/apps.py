from kit import subjects


class StreamsConfig(subjects.SubjectConfig):
    name = "games.streams"
    level = 100
