from kit import subjects


class SiteConfig(subjects.SubjectConfig):
    name = "games.site"
    level = 110
