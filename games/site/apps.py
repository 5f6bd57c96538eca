from games.core.subjects import SubjectConfig


class SiteConfig(SubjectConfig):
    name = "games.site"
    level = 110
