"""jurybox analyse: findings in words and as JSON, from files and from studies; what is wrong in words."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jurybox.studies.carry.export.write import export_lines
from jurybox.studies.demo import shown_protocols
from jurybox.studies.demo.build import build_demo
from jurybox.studies.results.analyse import analyse_file, analyse_study
from jurybox.studies.workbench import Workbench, World, open_workbench
from tests.fixtures.command_line import Ended, Jurybox
from tests.paths import ROOT

ALPHA = "krippendorff_alpha"
DATA = ROOT / "tests" / "data"
FIRST = ROOT / "examples" / "first-study"
SUMMEVAL = DATA / "summeval-experts.csv"
SMALL = "item,system,rater,value\n" + "".join(
    f"{i},{s},{r},{(i * 7 + len(s) * 3 + r * 5) % 5 + 1}\n" for i in range(8) for s in ("x", "yy") for r in (1, 2)
)


def write(folder: Path, content: str = SMALL, name: str = "r.csv") -> str:
    (folder / name).write_text(content, encoding="utf-8")
    return name


def found(ended: Ended) -> Any:
    assert (ended.status, ended.err) == (0, "")
    return json.loads(ended.out)


def test_json_has_every_list_and_nothing_else_is_printed(jurybox: Jurybox, in_folder: Path):
    findings = found(jurybox("analyse", write(in_folder), "--json"))
    assert {"agreement", "ranking", "comparisons", "raters", "tags", "signature"} <= set(findings)
    agreement = findings["agreement"][0]
    assert {"question", "coefficient", "level", "value", "interval", "units", "ratings", "excluded", "note"} <= set(
        agreement
    )
    assert {"question", "system", "mean", "interval", "items", "ratings", "rank_low", "rank_high", "cluster"} <= set(
        findings["ranking"][0]
    )


def test_preferences_are_something_to_analyse(jurybox: Jurybox, in_folder: Path):
    rows = "".join(
        f"{i},{r},{'x,y' if (i + r) % 2 else 'y,x'},{('model_a', 'model_b', 'tie')[i * i % 3]}\n"
        for i in range(20)
        for r in (1, 2)
    )
    name = write(in_folder, "item,rater,model_a,model_b,winner\n" + rows)
    ended = jurybox("analyse", name)
    assert (ended.status, ended.err) == (0, "")
    assert "Nothing can be analysed" not in ended.out
    assert "40 comparisons, 20 items, 2 systems, 2 raters" in ended.out
    assert "What being shown first is worth" in ended.out
    signatures = [found(jurybox("analyse", name, *more, "--json"))["signature"] for more in ([], ["--position"])]
    assert ["position:taken-out" in one for one in signatures] == [False, True]


def test_krippendorffs_alpha_is_there_once_per_question(jurybox: Jurybox):
    findings = found(jurybox("analyse", SUMMEVAL, "--level", "interval", "--json"))
    alphas = {a["question"]: a["value"] for a in findings["agreement"] if a["coefficient"] == "krippendorff_alpha"}
    count = sum(a["coefficient"] == "krippendorff_alpha" for a in findings["agreement"])
    assert count == 4
    published = {"coherence": 0.5575, "consistency": 0.8922, "fluency": 0.6995, "relevance": 0.4593}
    assert alphas == pytest.approx(published, abs=5e-5)
    assert {a["level"] for a in findings["agreement"] if a["coefficient"] == "krippendorff_alpha"} == {"interval"}


def test_pooled_the_question_is_null(jurybox: Jurybox):
    findings = found(jurybox("analyse", SUMMEVAL, "--level", "interval", "--pool", "--json"))
    (alpha,) = [a for a in findings["agreement"] if a["coefficient"] == "krippendorff_alpha"]
    assert alpha["question"] is None
    assert alpha["value"] == pytest.approx(0.7127, abs=5e-5)


def test_the_same_seed_gives_the_same_bytes(jurybox: Jurybox, in_folder: Path):
    name = write(in_folder)
    first, second = (jurybox("analyse", name, "--json", "--seed", "7").out for _ in range(2))
    assert first == second
    assert json.loads(first)["settings"]["seed"] == 7


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_tables_fit_into_80_columns_without_colours(jurybox: Jurybox, options: tuple[str, ...]):
    ended = jurybox("analyse", SUMMEVAL, *options)
    assert ended.status == 0
    signature = ended.lines[-1]
    assert signature.startswith("jurybox:")
    assert max(map(len, ended.lines[:-1])) <= 80
    assert "\x1b" not in ended.out
    assert all(line == line.rstrip() for line in ended.lines)


def test_words_say_agreement_ranking_level_and_what_was_left_out(jurybox: Jurybox, in_folder: Path):
    out = jurybox("analyse", write(in_folder, SMALL + "9,x,1,\n"), "--all", "--scale", "1-5").out
    assert "r.csv: 32 ratings, 8 items, 2 systems, 2 raters" in out
    assert "Krippendorff’s alpha," in out
    assert "Ranking by value (higher is better; 8 items, 16 ratings each)" in out
    assert "- Ordinal scale, guessed from the values: value." in out
    assert "- Left out: 1 missing values." in out


def test_the_answer_comes_first_and_all_of_it_on_one_screen(jurybox: Jurybox):
    for name, systems in (("recipes.csv", 0), ("summeval-experts.csv", 18), ("mqm-ted-en-de.csv", 13)):
        lines = jurybox("analyse", DATA / name).lines
        assert len(lines) <= 60, name
        assert lines[2].startswith(("grammar: Mean 3.69 [3.38, 4.00] over 52 items.", "coherence: ", "errors: ")), name
        assert not systems or any(line.startswith("Systems (mean") for line in lines)


def test_flags_are_grouped_by_rater_in_the_order_in_which_people_count(jurybox: Jurybox):
    lines = jurybox("analyse", DATA / "recipes.csv").lines
    start = lines.index("Raters to look at") + 1
    raters = [line.split(":")[0] for line in lines[start : lines.index("", start)] if line.startswith("- ")]
    assert raters[:2] == ["- r6", "- r12"]
    assert raters[-1] == "- r21, r22, r23, r24, r25, r26, r27, r28 and 60 more"


@pytest.mark.parametrize("width", ["40", "80"])
@pytest.mark.parametrize("options", [(), ("--all",)])
def test_no_name_is_ever_broken(
    jurybox: Jurybox, in_folder: Path, monkeypatch: pytest.MonkeyPatch, width: str, options: tuple[str, ...]
):
    monkeypatch.setenv("COLUMNS", width)
    names = ("echo-small-with-a-very-long-name", "echo/large_and-quite-long-as-well")
    content = SMALL.replace(",x,", f",{names[0]},").replace(",yy,", f",{names[1]},")
    lines = jurybox("analyse", write(in_folder, content), *options).lines
    for name in names:
        assert any(name in line for line in lines)
        for start in (name[:8], name[-8:]):
            assert all(name in line for line in lines if start in line), start


def test_the_weights_of_errors_are_named(jurybox: Jurybox):
    out = jurybox("analyse", DATA / "mqm-ted-en-de.csv", "--all").out
    assert "Ranking by errors (lower is better; 529 items, 529 ratings each)" in out
    assert "the weights of Google and WMT" in " ".join(out.split())
    given = jurybox("analyse", DATA / "mqm-ted-en-de.csv", "--weight", "Major=10", "--weight", "Minor=1").out
    assert "Errors weigh Major 10, Minor 1 (as given)." in " ".join(given.split())


def test_columns_are_named_by_options(jurybox: Jurybox, in_folder: Path):
    content = SMALL.replace("item,system,rater,value", "seg,model,who,score")
    named = ("--item", "seg", "--system", "model", "--rater", "who", "--value", "score")
    assert found(jurybox("analyse", write(in_folder, content), *named, "--json"))["counts"]["systems"] == 2


def test_several_files_are_one_table(jurybox: Jurybox, in_folder: Path):
    for name in ("Ana", "Ben"):
        write(in_folder, "item,value\n1,2\n2,3\n3,5\n", f"{name}.csv")
    findings = found(jurybox("analyse", "Ana.csv", "Ben.csv", "--rater", "@file", "--json"))
    assert findings["counts"]["raters"] == 2


def test_parts_are_analysed_by_a_column(jurybox: Jurybox, in_folder: Path):
    header, *rows = SMALL.splitlines()
    content = "\n".join([header + ",genre", *(f"{row},{'news' if row[0] in '0246' else 'prose'}" for row in rows)])
    findings = found(jurybox("analyse", write(in_folder, content), "--by", "genre", "--json"))
    assert {a["by"] for a in findings["agreement"]} >= {None, "genre=news", "genre=prose"}
    assert "genre news" in jurybox("analyse", "r.csv", "--by", "genre", "--all").out


@pytest.mark.parametrize("rule", ["permutation", "wmt22", "wmt24"])
def test_the_cluster_rule_is_said(jurybox: Jurybox, in_folder: Path, rule: str):
    findings = found(jurybox("analyse", write(in_folder), "--cluster-rule", rule, "--json"))
    assert findings["settings"]["cluster_rule"] == rule
    assert rule in findings["signature"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("item,rater,value\n1,A,3\n2,A,4\n", "only one rater"),
        ("item,rater,value\n1,A,3\n1,B,3\n2,A,3\n2,B,3\n", "all values are equal"),
        ("item,rater,value\n1,A,3\n2,B,4\n", "no unit was rated by two people"),
        ("item,system,rater,value\n1,x,A,3\n1,x,B,4\n2,x,A,4\n2,x,B,4\n", "Ranking by value"),
    ],
)
def test_what_is_not_defined_is_said_with_the_reason(jurybox: Jurybox, in_folder: Path, content: str, says: str):
    ended = jurybox("analyse", write(in_folder, content), "--all")
    assert (ended.status, ended.err) == (0, "")
    assert says in " ".join(ended.out.split())
    assert "nan" not in jurybox("analyse", "r.csv", "--json").out.lower()


def test_every_fault_of_a_table_is_a_line(jurybox: Jurybox, in_folder: Path):
    ended = jurybox("analyse", write(in_folder, "item,rater,value\n1,A,3\n2,A,good\n3,A,\n1,A,4\n"))
    assert (ended.status, ended.out) == (1, "")
    assert [line.split(": ")[0] for line in ended.faults] == ["r.csv:3", "r.csv:5"]
    assert "already in r.csv:2." in ended.err


def test_neither_a_file_nor_a_study_is_said_with_both(jurybox: Jurybox):
    ended = jurybox("analyse", "nothing.csv")
    assert ended.status == 1
    assert ended.faults[0].startswith(
        "There is no file 'nothing.csv', and no study of that name either. Studies: none."
    )


def test_among_several_names_each_has_to_be_a_file(jurybox: Jurybox, in_folder: Path):
    ended = jurybox("analyse", write(in_folder), "no.csv", "none.csv")
    assert ended.faults == ["There is no such file: 'no.csv'.", "There is no such file: 'none.csv'."]


def test_an_option_that_makes_no_sense_is_refused(jurybox: Jurybox, in_folder: Path):
    name = write(in_folder)
    assert jurybox("analyse", name, "--scale", "five").faults[0].startswith("Got the scale 'five'.")
    assert jurybox("analyse", name, "--weight", "Major").faults[0].startswith("Got the weight 'Major'.")
    assert jurybox("analyse", name, "--level", "cardinal").status == 2
    assert jurybox("analyse", name, "--by", "moon").faults[0].startswith("r.csv:1: There is no column 'moon' for 'by'.")
    assert "Allowed: 1, 2" in jurybox("analyse", name, "--without", "nobody").err


@pytest.fixture
def study(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "titles", "--protocol", "title", "--items", FIRST / "items.csv")
    jurybox("study", "open", "titles")
    return jurybox


def test_a_study_without_ratings_is_told_so(study: Jurybox):
    ended = study("analyse", "titles")
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[0].startswith("titles: 0 answers")
    assert "Nothing can be analysed: no ratings." in ended.lines
    assert found(study("analyse", "titles", "--json"))["source"]["kind"] == "study"


def test_a_file_goes_before_a_study_of_the_same_name(study: Jurybox, in_folder: Path):
    write(in_folder, name="titles")
    (said,) = study("analyse", "titles").faults  # a file without an ending can't be read, and is not passed over
    assert said.startswith("titles:1: ")
    assert study("analyse", "tiles").faults[0].startswith("There is no file 'tiles', and no study of that name either.")


def test_a_folder_does_not_hide_a_study_and_is_no_table(study: Jurybox, in_folder: Path):
    (in_folder / "titles").mkdir()
    (in_folder / "tables").mkdir()
    assert study("analyse", "titles").status == 0
    assert study("analyse", "tables").faults[0].startswith("tables: This is a folder. Allowed: files ending in .csv,")


def test_what_says_how_a_table_is_read_is_refused_with_a_study(study: Jurybox):
    ended = study("analyse", "titles", "--value", "score")
    assert ended.status == 2
    assert "titles is a study" in ended.err


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    world = World(lambda: time.time_ns() // 1000, time.monotonic, os.urandom)
    bench = open_workbench(tmp_path_factory.mktemp("demo") / "data", world)
    build_demo(bench)
    yield bench
    bench.close()


@pytest.mark.parametrize("id", shown_protocols())
def test_every_study_of_the_demo_is_analysed_in_words(demo: Workbench, jurybox: Jurybox, id: str):
    ended = jurybox("analyse", f"demo-{id}", "--data", demo.folder, "--all")
    assert (ended.status, ended.err) == (0, "")
    assert "Krippendorff’s" in ended.out
    assert "Ranking by" in ended.out
    assert max(map(len, ended.lines[:-1])) <= 80
    short = jurybox("analyse", f"demo-{id}", "--data", demo.folder)
    assert max(map(len, short.lines[:-1])) <= 80
    assert len(short.lines) <= 60
    assert short.lines[0] == ended.lines[0]
    assert short.lines[-1] == ended.lines[-1]
    assert "Systems (mean with interval" in short.out
    assert re.search(r"\bR\d+ [A-Z]", ended.out), "raters by number, with their names for the organiser"


@pytest.mark.parametrize("id", shown_protocols())
def test_an_exported_study_gives_the_same_numbers_as_the_study(demo: Workbench, in_folder: Path, id: str):
    key = f"demo-{id}"
    path = in_folder / "export.csv"
    path.write_bytes(b"".join(export_lines(demo, key, "csv", everything=True)))
    here, there = analyse_study(demo, key), analyse_file([path])
    numbers = {question["id"] for question in there.questions if question["kind"] == "number"}
    assert numbers
    ruled = {(one.question, one.system) for one in here.ranking if one.rule_made}  # rules answer what nobody rated too
    for findings, other in ((here, there), (there, here)):
        whole, others_whole = ([one for one in f.ranking if one.by is None] for f in (findings, other))
        means = {(one.question, one.system): one.mean for one in whole if one.question in numbers}
        others = {of: one.mean for one in others_whole if (of := (one.question, one.system)) in means}
        assert {of: means[of] for of in means if of not in ruled} == pytest.approx(
            {of: others[of] for of in others if of not in ruled}
        )
        ours, theirs = ([a for a in f.agreement if a.by is None and a.coefficient == ALPHA] for f in (findings, other))
        alphas = {a.question: a.value for a in ours if a.question in numbers}
        same = {a.question: a.value for a in theirs if a.question in alphas}
        assert alphas == pytest.approx(same)
    assert {**here.excluded, "rule_made": 0} == {**there.excluded, "rule_made": 0}


def test_files_are_analysed_without_loading_database_or_server(in_folder: Path):
    write(in_folder)
    code = (
        "import sys; from jurybox.cli.app import app\n"
        "app(['analyse', 'r.csv', '--json'], standalone_mode=False)\n"
        "print([m for m in ('sqlalchemy', 'fastapi', 'rich') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=in_folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"


def test_what_if_counts_the_ratings_that_are_left_out(jurybox: Jurybox):
    """Three raters rated the same 420 items: without one of them 420 ratings are missing, and nothing was ranked."""
    (told,) = [one for one in found(jurybox("analyse", DATA / "newsroom.csv", "--without", "r2", "--json"))["what_if"]
               if one["question"].lower() == "fluency"]  # fmt: skip
    assert (told["ratings"], told["order"], told["order_before"]) == (420, [], [])
    assert told["alpha_before"] < 0 < told["alpha"]
