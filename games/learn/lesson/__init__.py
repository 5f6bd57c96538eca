"""The first lesson: `step` evaluates moves; texts and positions are in steps.toml, their goals in `steps`."""
