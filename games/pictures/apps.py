from kit import subjects


class PicturesConfig(subjects.SubjectConfig):
    name = "games.pictures"
    level = 20
