"""Moves in running text."""

from games.web.templatetags.moves import unbroken


def test_moves_are_not_broken_and_the_rest_is_escaped() -> None:
    assert unbroken("27. … d7-g7xb6 & c3, <b>a1-a4</b>") == (
        '27. … <span class="unbroken">d7-g7xb6</span> &amp; c3, &lt;b&gt;<span class="unbroken">a1-a4</span>&lt;/b&gt;'
    )
    assert unbroken("d2") == "d2"
