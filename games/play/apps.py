from django.utils.translation import gettext_lazy as _

from kit import subjects

_HOURS = "COALESCE((SELECT hours FROM play_deadlinesteps WHERE user_id = game.{side}_id), ARRAY[]::smallint[])"


class PlayConfig(subjects.SubjectConfig):
    name = "games.play"
    level = 70
    verbose_name = _("Playing")
    staff_permissions = {"helper": ["view_drawoffer", "view_takeback"]}

    def ready(self) -> None:
        """Renew the clocks of players whose leave or days off have changed."""
        from games.core.locking import load_with_lock
        from games.core.queries import game_overdue
        from games.play import clocks, timeouts
        from games.time_off.leave import clocks_changed

        load_with_lock("has_conditional_moves", "play_has_plan(game.number)")
        load_with_lock("has_takeback", "NOT game.rated AND play_has_takeback(game.number)")
        for side in ("white", "black"):
            load_with_lock(f"{side}_deadline_hours", _HOURS.format(side=side))
        game_overdue.add(timeouts.settle)
        clocks_changed.add(clocks.renew_clocks)
