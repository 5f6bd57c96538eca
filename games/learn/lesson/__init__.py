"""The first lesson: `step` judges moves; texts and positions are in steps.toml, the goals that it names in `steps`."""
