"""Modules are joined into one script, each in a scope of its own; what would go wrong is refused.

That the published scripts do in a browser what the modules did is tested there: tests/e2e/test_published.py.
"""

import pytest

from muehle_server.scripts import NotUnderstood, joined

WORDS = 'export const GREETING = "Hello";\nexport function fill(text) {\n  return text;\n}\n'


def joined_from(entry: str, **modules: str) -> str:
    """The entry's text joined with modules by the names of their files."""
    files = {"js/entry.js": entry} | {f"js/{name}.js": text for name, text in modules.items()}
    return joined("js/entry.js", files.__getitem__)


def test_a_module_gives_what_it_exports_to_whoever_imports_it() -> None:
    script = joined_from(
        '// An entry.\n\nimport { GREETING, fill as put } from "./words.js";\n\nput(GREETING);\n', words=WORDS
    )

    assert script == (
        "// js/words.js\n"
        "const joined_0 = (() => {\n"
        'const GREETING = "Hello";\n'
        "function fill(text) {\n"
        "return text;\n"
        "}\n"
        "return { GREETING, fill };\n"
        "})();\n"
        "\n"
        "// js/entry.js\n"
        "const joined_1 = (() => {\n"
        "const { GREETING, fill: put } = joined_0;\n"
        "put(GREETING);\n"
        "return {  };\n"
        "})();\n"
    )


def test_a_module_runs_once_and_after_everything_that_it_imports() -> None:
    script = joined_from(
        'import { b } from "./b.js";\nimport "./a.js";\nimport { c } from "./deep/c.js";\n',
        a='import { c } from "./deep/c.js";\n',
        b='import "./a.js";\nexport const b = 1;\n',
        **{"deep/c": "export const c = 1;\n"},
    )

    order = [line.removeprefix("// ") for line in script.splitlines() if line.startswith("// ")]
    assert order == ["js/deep/c.js", "js/a.js", "js/b.js", "js/entry.js"]


def test_an_import_may_go_over_several_lines_and_up_a_folder() -> None:
    script = joined_from(
        'import { deep } from "./deep/c.js";\n',
        words=WORDS,
        **{"deep/c": 'import {\n  GREETING,\n  fill,\n} from "../words.js";\nexport const deep = fill(GREETING);\n'},
    )

    assert "const { GREETING, fill } = joined_0;\nconst deep = fill(GREETING);" in script


@pytest.mark.parametrize(
    "declaration",
    ["const it = 1;", "function it() {}", "async function it() {}", "class it {}", "class it extends B {}"],
)
def test_every_kind_of_export_that_is_used_is_understood(declaration: str) -> None:
    script = joined_from('import { it } from "./words.js";\n', words=f"export {declaration}\n")

    assert f"{declaration}\nreturn {{ it }};" in script


@pytest.mark.parametrize("code", ["const words = { import: 1, export: 2 };", 'open("/import/", words.export);'])
def test_the_words_alone_are_no_imports(code: str) -> None:
    assert code in joined_from(f"{code}\n")


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ('import words from "./words.js";', "another form of import"),
        ('import * as words from "./words.js";', "another form of import"),
        ("import { fill } from './words.js';", "another form of import"),
        ('import { fill } from "https://example.org/words.js";', "another form of import"),
        ('import { fill } from "words";', "another form of import"),
        ('const a = 1;\nimport { fill } from "./words.js";', "another form of import"),
        ('const a = 1; import { fill } from "./words.js";', "another form of import"),
        ("export default 1;", "another form of import"),
        ("export let a = 1;", "another form of import"),
        ("export const { a } = b;", "another form of import"),
        ("export { a };", "another form of import"),
        ("  export const a = 1;", "another form of import"),
        ('export * from "./words.js";', "another form of import"),
        ('const words = load(import("./words.js"));', "an import at run time"),
        ("const here = import.meta.url;", "an import at run time"),
        ("const a = await fetch(b);", "a module that waits"),
        ("a();\n/* one\nexport const a = 1;\n*/", "a comment over several lines"),
        ("const a = `one\n  two`;", "a text over several lines"),
        ('const a = "one\\\n  two";', "a text over several lines"),
        ("const joined_1 = 1;", "a name that is ours"),
        ('import { fill.text } from "./words.js";', r"import { fill.text }"),
        ('import { empty } from "./words.js";', "js/words.js does not export empty"),
    ],
)
def test_what_would_go_wrong_is_refused_by_name(statement: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=f"js/entry.js: {why}"):
        joined_from(f"{statement}\n", words=WORDS)


def test_jsdoc_is_left_out() -> None:
    script = joined_from(
        "// @ts-check\n"
        '/** @import { Words } from "./types.js" */\n'
        'import { fill } from "./words.js";\n'
        "\n"
        "/**\n * @typedef {object} Text  a * b\n * @property {string} words\n */\n"
        "class Page {\n"
        "  /** @type {Words | null} */\n"
        "  words = null;\n"
        "  /** @type {number} */ count = 2 /* of three */;\n"
        "}\n"
        "fill(/** @type {Text} */ (page).words);\n",
        words=WORDS,
    )

    assert script.endswith(
        "const { fill } = joined_0;\n"
        "class Page {\n"
        "words = null;\n"
        "count = 2 /* of three */;\n"
        "}\n"
        "fill((page).words);\n"
        "return {  };\n"
        "})();\n"
    )


def test_modules_in_a_circle_are_refused() -> None:
    with pytest.raises(NotUnderstood, match=r"in a circle: js/entry.js → js/a.js → js/b.js → js/a.js"):
        joined_from('import "./a.js";\n', a='import "./b.js";\n', b='import "./a.js";\n')
