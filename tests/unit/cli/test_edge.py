"""The edge of the command line: a sentence for whatever happens, and nothing that steers a terminal."""

import re
from pathlib import Path

import pytest

from jurybox.cli.output import say_json, say_table
from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT


def test_a_fault_of_ours_is_a_sentence_and_a_file_with_what_happened(
    jurybox: Jurybox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise RuntimeError("no such luck\x1b[2J")

    monkeypatch.setattr("jurybox.studies.lifecycle.check_protocol", breaks)
    ended = jurybox("check", "title")
    assert ended.status == 3
    assert "Traceback" not in ended.err
    assert "no such luck\\x1b[2J" in ended.err
    assert "\x1b" not in ended.err
    found = re.search(r"is in (\S+\.txt)", ended.err)
    assert found
    report = Path(found[1])
    assert "Traceback" in report.read_text()
    assert report.stat().st_mode & 0o077 == 0
    report.unlink()


def test_names_and_questions_do_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    say_table(["NAME"], [["Ann\x1b]0;gone\x07"], ["Ben\x9b31m\x7f"]])
    say_json({"question": "why\x7f\x9b?"})
    shown = capsys.readouterr().out
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    assert "Ann\\x1b" in shown
    assert '"why\\u007f\\u009b?"' in shown


@pytest.mark.parametrize("suffix", [".yaml", ".json"])
def test_a_number_of_thousands_of_digits_is_told_with_its_line(jurybox: Jurybox, in_folder: Path, suffix: str) -> None:
    digits = "9" * 5000
    text = f'{{"id": "a", "version": {digits}}}' if suffix == ".json" else f"id: a\nversion: {digits}\n"
    (in_folder / f"a{suffix}").write_text(text)
    ended = jurybox("check", f"a{suffix}")
    assert ended.status == 1
    assert "99999999999999999999…" in ended.out + ended.err
    assert len(ended.out + ended.err) < 5000


def test_of_thousands_of_unknown_keys_the_first_are_told_and_the_rest_counted(
    jurybox: Jurybox, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jurybox.protocols.structure.MOST_ERRORS", 20)
    keys = "".join(f"key{n}: 1\n" for n in range(200))
    (in_folder / "a.yaml").write_text(f"id: a\nversion: 1\n{keys}")
    told = jurybox("check", "a.yaml")
    lines = (told.out + told.err).splitlines()
    assert len(lines) < 40
    assert any("more faults like these" in line for line in lines)


def test_examples_that_say_nothing_about_a_question_are_remarked_and_are_no_fault(
    jurybox: Jurybox, in_folder: Path
) -> None:
    text = (
        (ROOT / "src" / "jurybox" / "protocols" / "shelf" / "title" / "1" / "protocol.yaml")
        .read_text(encoding="utf-8")
        .replace("id: title", "id: mine", 1)
    )
    levels = "[{value: 1, label: {en: bad}}, {value: 2, label: {en: good}}]"
    added = f"    ask:\n      - {{id: fluency, type: scale, prompt: {{en: How fluent?}}, levels: {levels}}}\n"
    (in_folder / "a.yaml").write_text(text.replace("    ask:\n", added, 1), encoding="utf-8")
    told = jurybox("check", "a.yaml")
    assert (told.status, told.out.count("ok: mine@")) == (0, 1), told.out + told.err
    assert "remark: Worked examples without an answer to 'fluency'" in told.out
    assert "remark" not in jurybox("check", "title").out
