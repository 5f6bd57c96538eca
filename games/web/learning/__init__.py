"""The first lesson: ten positions in each of which one thing is to be done. `step` judges, `steps` is what it says."""
