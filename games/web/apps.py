from kit import subjects


class WebConfig(subjects.SubjectConfig):
    name = "games.web"
    level = 30
