from games.core.subjects import SubjectConfig


class PicturesConfig(SubjectConfig):
    name = "games.pictures"
    level = 20
