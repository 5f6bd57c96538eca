"""What is measured: `dev.py bench`. Figures and what they mean are in docs/performance.md; no test depends on them."""
