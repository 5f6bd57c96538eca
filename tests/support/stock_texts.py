"""The texts of Django and allauth in our catalogues, whose English is not ours to set."""

import ast

from tools.launcher.workspace import ROOT

_TREE = ast.parse((ROOT / "accounts" / "stock_texts.py").read_text(encoding="utf-8"))
STOCK_TEXTS = {node.value for node in ast.walk(_TREE) if isinstance(node, ast.Constant)}
