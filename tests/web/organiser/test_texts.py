"""Texts come into a study: uploaded or pasted, read as the organiser says, imported only when they say so."""

import html
import re

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.jobs import run_next_job
from jurybox.studies.lifecycle import change_settings, open_study
from tests.fixtures.web import Client, Site, ok
from tests.web.organiser.test_account import signed_in
from tests.web.organiser.test_first_minutes import primaries
from tests.web.organiser.uploading import Form, imported, looked_at, say, worked
from tests.web.tables import picture, table_for

GOOD = "id,system,source,output\n" + "".join(f"i{n},s{m},Text {n},Title {n} {m}\n" for n in range(12) for m in (1, 2))


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def draft(client: Client, protocol: str = "title") -> str:
    answer = client.post("/new-study", data={"name": "Mine", "protocol": protocol})
    return answer.headers["location"].removesuffix("/texts")


def items(client: Client, home: str) -> int:
    found: int = ok(client.get(f"/api{home}"))["items"]
    return found


def test_nothing_is_imported_before_the_organiser_says_so(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, GOOD)
    assert "Ready to import: 12 items, 24 outputs, 2 systems." in page
    assert items(client, home) == 0
    assert len(primaries(page)) == 1
    where = say(client, home, page, "import")
    assert run_next_job(site.bench)
    assert "The texts are in: 12 items, 24 outputs." in client.get(where).text
    assert items(client, home) == 12
    left = [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file() and "aside" not in path.parts]
    assert not left, "what is imported waits no more; a draft's files lie aside until it opens"


def test_the_first_ten_units_say_whose_each_output_is_unless_names_are_sealed(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, GOOD.replace("s1", "alpha-canary"))
    above, _, units = page.partition('class="units"')
    assert units.count('<li class="card">') == 10
    assert "Text 0" in units
    assert "The names of systems stand here for you alone." in above
    whose = re.findall(
        r'class="whose">System: <bdi>(.+?)</bdi></span>\s*<div class="line">.*?<p dir="auto">(.+?)</p>', units, re.S
    )
    assert len(whose) == 10
    assert all((name == "alpha-canary") == text.endswith("1") for name, text in whose)
    change_settings(site.bench, home.removeprefix("/studies/"), {"sealed": True})
    client.post(f"{home}/texts/look")
    above, _, units = worked(site, client, home).partition('class="units"')
    assert units.count('<li class="card">') == 10
    assert "alpha-canary" not in units
    assert "Raters see no names of systems" in above


def test_columns_are_shown_with_first_values_and_can_be_corrected(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,remark,output\na,x,Right,Wrong,Out\n")
    assert "Not used" in page
    uses = Form(page).fields
    assert (uses["use.2"], uses["use.3"]) == ("source", "-")
    assert 'dir="auto">Wrong</span>' in page
    say(client, home, page, **{"use.2": "-", "use.3": "source"})
    again = worked(site, client, home)
    assert (Form(again).fields["use.2"], Form(again).fields["use.3"]) == ("-", "source")
    assert "Wrong</p>" in again.partition('class="units"')[2]
    assert "Right</p>" not in again.partition('class="units"')[2]
    say(client, home, again, "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 1


def test_the_texts_of_a_draft_are_taken_out_and_what_waits_comes_in_their_place(site: Site, client: Client) -> None:
    home = draft(client)
    imported(site, client, home, GOOD)
    page = looked_at(site, client, home, GOOD.replace("Text", "Another text"), "more.csv")
    assert "take its texts out first" in page
    assert client.post(f"{home}/texts/empty").status_code == 303
    assert items(client, home) == 0
    page = worked(site, client, home)
    assert "Ready to import: 12 items" in page
    say(client, home, page, "import")
    assert run_next_job(site.bench)
    open_study(site.bench, "mine")
    assert "only while it is a draft" in client.post(f"{home}/texts/empty").text
    kinds = [entry["kind"] for entry in ok(client.get(f"/api{home}/history"))]
    assert kinds == ["created", "imported", "texts_removed", "imported", "opened"]


def test_a_quote_that_never_closes_is_plain_in_a_table_divided_by_tabs(site: Site, client: Client) -> None:
    table = 'id\tsystem\tsource\toutput\na\tx\tHe said.\t"I never wanted this\nb\tx\tShe left.\tGone\n'
    page = looked_at(site, client, draft(client), table, "t.tsv")
    assert "Ready to import: 2 items, 2 outputs" in page
    assert "A cell begins with a quote here and does not end with it" in page
    assert "&#34;I never wanted this</p>" in page


def test_what_was_changed_is_shown_once_more_before_it_is_imported(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,remark,output\na,x,Right,Wrong,Out\n")
    assert say(client, home, page, "import", **{"use.2": "-", "use.3": "source"}) == f"{home}/texts"
    worked(site, client, home)
    assert items(client, home) == 0


def test_a_table_without_a_header_is_read_by_what_is_said(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "A first text.,Its title\nA second text.,Another title\n")
    assert 'name="header"' in page
    fields = Form(page).fields
    assert fields["header"] == "no"
    say(client, home, page, **{"use.0": "source", "use.1": "output"})
    again = worked(site, client, home)
    assert "Ready to import: 2 items, 2 outputs" in again
    say(client, home, again, "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 2


def test_duplicates_are_told_with_their_lines_and_one_of_them_is_kept_if_that_is_chosen(
    site: Site, client: Client
) -> None:
    home = draft(client)
    table = "id,system,source,output\na,x,Text,First\na,x,Text,Second\n"
    page = looked_at(site, client, home, table)
    assert "items.csv:3" in page
    assert page.index('name="duplicates"') < page.index('id="mapping"'), "the choice comes first"
    assert 'value="import" hidden' in page
    assert len(primaries(page)) == 1
    say(client, home, page, duplicates="last")
    again = worked(site, client, home)
    assert "Left out as repeated: 1." in again
    assert "Second</p>" in again
    say(client, home, again, duplicates="refuse")
    assert "items.csv:3" in worked(site, client, home)


@pytest.mark.parametrize("protocol", ["title", "esa-contrastive"])
def test_a_row_that_stands_there_twice_is_told_once_and_said_to_be_the_same(
    site: Site, client: Client, protocol: str
) -> None:
    home, segment = draft(client, protocol), "segment," if protocol != "title" else ""
    row = f"a,{'1,' if segment else ''}It rains.,Es regnet.,Regen.,Regnen.\n"
    differs = row.replace("Regen.", "Ein Regen.").replace("a,", "b,", 1)
    table = f"id,{segment}source,mt-alpha,mt-beta,mt-gamma\n{row}{row}{row.replace('a,', 'b,', 1)}{differs}"
    page = html.unescape(looked_at(site, client, home, table))
    assert page.count("this row says the same as items.csv:2 in every column that is read") == 1
    assert page.count("items.csv:3</b>") == 1
    assert page.count("items.csv:5</b>") == 1
    assert page.count("stands already in items.csv:4") == 1
    assert "Rows that name the same item and system again (2)" in page


def test_a_picture_whose_file_differs_in_capital_letters_is_shown(site: Site, client: Client) -> None:
    home = draft(client, "caption-culture")
    table = "picture,system,output\nBoat.JPG,a,A boat.\n"
    files = [("tables", ("items.csv", table, "text/csv")), ("media", ("boat.jpg", picture(1)))]
    client.post(f"{home}/texts", files=files)
    assert "texts/media?name=Boat.JPG" in worked(site, client, home)
    assert client.get(f"{home}/texts/media?name=Boat.JPG").status_code == 200
    assert client.get(f"{home}/texts/media?name=Coat.JPG").status_code == 404


def test_an_item_without_an_id_is_told_by_its_words(site: Site, client: Client) -> None:
    rows = (
        "It rains again.,It rains.,Rain again.\nBees are here.,Bees.,Here are bees.\nThe boat has gone.,It is gone,\n"
    )
    page = looked_at(site, client, draft(client), f"source,System Nord,System Sued\n{rows}")
    assert "Field 'System Sued' of item 'The boat has gone.' is empty" in html.unescape(page), "as the table calls it"


def test_empty_outputs_are_left_out_if_that_is_chosen(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,output\na,x,Text,\na,y,Text,Out\n")
    assert "items.csv:2" in page
    say(client, home, page, empty="leave-out")
    again = worked(site, client, home)
    assert "Ready to import: 1 items, 1 outputs" in again
    assert "Left out as empty: 1." in again
    assert re.search(r"\(<bdi>items\.csv:\d+</bdi>\)", again), "what is left out is named"


def test_faults_without_a_choice_are_told_without_options_of_the_command_line(site: Site, client: Client) -> None:
    page = looked_at(site, client, draft(client), "id,system,source,output\n,x,Text,Out\nb,,Text,Out\n")
    shown = page.partition("<h1>")[2]
    assert "items.csv:2</b> The row has no id." in shown
    assert "items.csv:3" in shown
    assert "--" not in re.sub("<[^>]*>|<!--", "", shown)


def test_a_table_is_pasted_from_a_spreadsheet(site: Site, client: Client) -> None:
    home = draft(client)
    text = "id\tsystem\tsource\toutput\r\na\tx\tText, with a comma\tOut\r\n"
    assert client.post(f"{home}/texts/paste", data={"pasted": text}).status_code == 303
    page = worked(site, client, home)
    assert "pasted.tsv" in page
    assert "Text, with a comma" in page
    assert "Nothing was pasted." in client.post(f"{home}/texts/paste", data={"pasted": " \n"}).text


def test_missing_pictures_are_named_and_added_later(site: Site, client: Client) -> None:
    home = draft(client, "caption-culture")
    table = table_for(load_protocol("caption-culture").protocol, items=2, systems=1)
    parts = table.upload()
    client.post(f"{home}/texts", files=[part for part in parts if part[0] == "tables"])
    page = worked(site, client, home)
    name = next(iter(table.files))
    assert f"There is no file '{name}' in the files that were uploaded." in page.replace("&#39;", "'")
    assert str(site.bench.folder) not in page
    answer = client.post(f"{home}/texts", files=[part for part in parts if part[0] == "media"])
    assert answer.status_code == 303
    shown = worked(site, client, home)
    assert "Ready to import: 2 items" in shown
    address = re.search(r'<img src="([^"]+)"', shown)
    assert address is not None
    assert client.get(address[1]).headers["content-type"].startswith("image/")
    assert client.get(f"{home}/texts/media?name=../../../secret").status_code in (404, 422)


def test_a_form_that_was_seen_before_the_files_changed_is_not_taken(site: Site, client: Client) -> None:
    home = draft(client)
    old = looked_at(site, client, home, GOOD)
    client.post(f"{home}/texts/paste", data={"pasted": "id\tsystem\tsource\toutput\nz\tx\tT\tO"})
    worked(site, client, home)
    answer = client.post(f"{home}/texts/reading", data={**Form(old).fields, "do": "import"})
    assert answer.status_code == 409
    assert "had the files read again meanwhile" in answer.text
    assert not run_next_job(site.bench)


def test_files_are_taken_away_one_by_one_or_all_together(site: Site, client: Client) -> None:
    home = draft(client)
    looked_at(site, client, home, GOOD)
    client.post(f"{home}/texts/paste", data={"pasted": "id\tsystem\tsource\toutput\nz\tx\tT\tO"})
    worked(site, client, home)
    client.post(f"{home}/texts/remove", data={"kind": "tables", "name": "items.csv"})
    page = worked(site, client, home)
    assert "Ready to import: 1 items" in page
    assert client.post(f"{home}/texts/cancel").status_code == 303
    assert "pasted.tsv" not in client.get(f"{home}/texts").text


def test_what_was_said_of_a_column_is_forgotten_with_its_file(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,remark,output\na,x,Right,Wrong,Out\n")
    say(client, home, page, **{"use.2": "-", "use.3": "source"})
    worked(site, client, home)
    client.post(f"{home}/texts/paste", data={"pasted": "id\tsystem\tsource\toutput\nz\tx\tT\tO"})
    worked(site, client, home)
    client.post(f"{home}/texts/remove", data={"kind": "tables", "name": "items.csv"})
    page = worked(site, client, home)
    assert "remark" not in page
    assert "no column" not in page


def test_a_wrong_type_is_refused_with_those_that_are_read(site: Site, client: Client) -> None:
    home = draft(client)
    answer = client.post(f"{home}/texts", files={"tables": ("items.docx", b"x", "text/plain")})
    assert answer.status_code == 422
    assert ".xlsx" in answer.text
    assert "items.docx" in answer.text


def test_a_failed_import_leaves_the_files_where_they_are(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, GOOD)
    say(client, home, page, "import")
    ok(client.post(f"/api{home}/open"), 202)
    tables = site.bench.folder.glob("uploads/studies/*/tables/items.csv")
    next(iter(tables)).write_text("id,system,source,output\na,,,\n", encoding="utf-8")
    page = worked(site, client, home)
    assert "Nothing was taken in." in page
    assert "items.csv" in page
    assert items(client, home) == 0


def test_a_closed_study_takes_no_texts(site: Site, client: Client) -> None:
    home = draft(client)
    imported(site, client, home, GOOD)
    ok(client.post(f"/api{home}/open"), 202)
    assert run_next_job(site.bench)
    ok(client.post(f"/api{home}/close"))
    answer = client.post(f"{home}/texts", files={"tables": ("more.csv", GOOD, "text/csv")})
    assert answer.status_code == 409


def test_reading_is_stopped_and_the_files_stay(site: Site, client: Client) -> None:
    home = draft(client)
    client.post(f"{home}/texts", files={"tables": ("items.csv", GOOD, "text/csv")})
    assert client.post(f"{home}/texts/stop").status_code == 303
    page = worked(site, client, home)
    assert "items.csv" in page
    assert "Read the files" in page
    client.post(f"{home}/texts/look")
    assert "Ready to import" in worked(site, client, home)


def test_films_and_their_people_are_shown_and_imported(site: Site, client: Client) -> None:
    home = draft(client, "audio-description")
    table = table_for(load_protocol("audio-description").protocol, items=1, systems=1)
    assert client.post(f"{home}/texts", files=table.upload()).status_code == 303
    page = worked(site, client, home)
    assert "Ready to import: 1 items" in page
    address = re.search(r'<video src="([^"]+)"', page)
    assert address is not None
    part = client.get(address[1], headers={"range": "bytes=0-99"})
    assert (part.status_code, part.headers["content-type"]) == (206, "video/mp4")
    say(client, home, page, "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 1


def test_files_of_one_system_each_are_told_apart_by_their_names(site: Site, client: Client) -> None:
    home = draft(client)
    tables = [("tables", (f"{name}.csv", f"id,source,output\na,Text,By {name}\n")) for name in ("alpha", "beta")]
    assert client.post(f"{home}/texts", files=tables).status_code == 303
    page = worked(site, client, home)
    assert Form(page).fields["system_from"] == "file"
    assert "Ready to import: 1 items, 2 outputs, 2 systems." in page
    say(client, home, page, "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 1


def test_a_column_for_each_system_is_one_of_the_uses(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,source,first try,second try\na,A text.,One title,Two titles\n")
    uses = Form(page).fields
    say(client, home, page, **{"use.2": "*", "use.3": "*"})
    again = worked(site, client, home)
    assert {uses["use.0"], uses["use.1"]} == {"id", "source"}
    assert "Ready to import: 1 items, 2 outputs, 2 systems." in again
    say(client, home, again, "import")
    assert run_next_job(site.bench)
    assert items(client, home) == 1


PIES = (
    "archivo;idioma;pie_modelo_A;pie_modelo_B;pie_humano\n"
    "IMG_0007.png;es;Tres casas.;Dos casas.;Tres casitas.\n"
    "IMG_0009.png;es;Un coche.;Un camión.;Un coche rojo.\n"
    "IMG_0010.png;es;Dos montañas.;Dos pirámides.;Dos montañas; una nevada.\n"
)


def in_spanish(page: str) -> str:
    """What a page says, without its tags."""
    return html.unescape(re.sub("<[^>]*>|<!--", "", page.partition("<h1>")[2]))


def test_everything_that_is_wrong_is_said_in_the_readers_language(site: Site, client: Client) -> None:
    home = draft(client, "caption-culture")
    pictures = [("media", (name, picture(n))) for n, name in enumerate(("IMG_0009.PNG", "IMG_0010.png"))]
    table = ("tables", ("pies.csv", PIES.encode("cp1252"), "text/csv"))
    client.post(f"{home}/texts", files=[table, *pictures])
    assert run_next_job(site.bench)
    said = in_spanish(client.get(f"{home}/texts?lang=es").text)
    assert "No hay ningún archivo 'IMG_0007.png' entre los subidos." in " ".join(said.split())
    assert "Quería decir" not in said
    assert "IMG_0009" not in said.partition("Por corregir")[2].partition("Cómo se entienden")[0]
    assert "Aquí «;» separa las celdas" in said
    english = in_spanish(client.get(f"{home}/texts?lang=en").text)
    assert "There is no file 'IMG_0007.png' in the files that were uploaded." in english
    assert "--" not in said + english


def test_the_encoding_is_chosen_on_the_page(site: Site, client: Client) -> None:
    home = draft(client)
    table = "id,system,source,output\na,x,Texto,El caf\xe9\n".encode("cp1252")
    client.post(f"{home}/texts", files={"tables": ("items.csv", table, "text/csv")})
    page = worked(site, client, home)
    assert "It was read as Windows-1252" in page
    assert "--encoding" not in page
    assert Form(page).fields["encoding"] == ""
    say(client, home, page, encoding="iso8859-2")
    again = worked(site, client, home)
    assert Form(again).fields["encoding"] == "iso8859-2"
    assert "It was read as" not in again
    say(client, home, again, encoding="")
    assert "It was read as Windows-1252" in worked(site, client, home)


def test_names_of_systems_end_before_what_follows_them(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,output\na,x,Text,\na,y,Text,Out\n")
    say(client, home, page, empty="leave-out")
    assert "y. Left out as empty: 1." in " ".join(in_spanish(worked(site, client, home)).split())


def test_what_the_rule_says_of_empty_outputs_is_said_before_it_is_chosen(site: Site, client: Client) -> None:
    home = draft(client, "caption-culture")
    table = "archivo;pie_modelo_A;pie_modelo_B\na.png;;Dos barcos\nb.png;Un gato.;Dos gatos.\n"
    media = [("media", (name, picture(n))) for n, name in enumerate(("a.png", "b.png"))]
    client.post(f"{home}/texts", files=[("tables", ("pies.csv", table, "text/csv")), *media])
    said = in_spanish(worked(site, client, home))
    assert "the protocol’s rule answers. All in all, how good is this caption? 1" in said
    assert "rated on fewer items than the others" in said


def test_a_column_is_said_to_be_a_human_reference(site: Site, client: Client) -> None:
    home = draft(client)
    rows = "A long text.,Its title is,Un título humano\nAnother text.,Another title,Otro título\n"
    table = f"source,alpha out,escrito\n{rows}"
    page = looked_at(site, client, home, table)
    say(client, home, page, **{"use.1": "*", "use.2": "*reference"})
    again = worked(site, client, home)
    assert Form(again).fields["use.2"] == "*reference"
    say(client, home, again, "import")
    assert run_next_job(site.bench)
    kinds = {system["name"]: system["kind"] for system in ok(client.get(f"/api{home}"))["systems"]}
    assert kinds == {"alpha out": "system", "escrito": "reference"}
    assert "hidden among the others" in client.get(f"{home}/design").text


def test_quotes_that_do_not_pair_are_said_to_be_characters_on_the_page(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, 'id,source,output\na,Text,"Never" she said\n')
    assert "Double every quote" not in page
    assert "&#34;Never&#34; she said" in page
    say(client, home, page, quotes="plain")
    again = worked(site, client, home)
    assert "Ready to import: 1 items" in again
    assert Form(again).fields["quotes"] == "plain"


def test_pasted_rows_may_hold_quotes_that_do_not_pair(site: Site, client: Client) -> None:
    home = draft(client)
    text = 'id\tsystem\tsource\toutput\na\tx\t"It began.\tTitle'
    assert client.post(f"{home}/texts/paste", data={"pasted": text}).status_code == 303
    page = worked(site, client, home)
    assert "Ready to import: 1 items" in page
    assert "A cell begins with a quote here and does not end with it" in page


def test_what_was_only_guessed_is_not_called_chosen_once_something_else_was(site: Site, client: Client) -> None:
    home = draft(client, "sqm")
    page = looked_at(
        site, client, home, "ID,English,Nova,Pelican,Ref\nn1,a b c,a b d,a b e,x y\nn2,f g h,f g i,f g j,z a\n"
    )
    uses = Form(page).fields
    assert [uses[f"use.{n}"] for n in (1, 2, 3, 4)] == ["source", "*", "*", "*reference"]
    assert "Ref: what people wrote is rated like one more system" in page
    say(client, home, page, **{"use.4": "-"})
    again = worked(site, client, home)
    assert "what people wrote is rated" not in again
    assert "guessed" in again.partition('dir="auto">Nova</th>')[2].partition("</tr>")[0]


def test_equal_outputs_are_named_before_they_are_imported(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,output\na,x,T,Same\na,y,T,Same\na,z,T,Other\nb,x,U,One\n")
    assert "rated once with it: 1. So 4 units become 3." in page
    assert "a: x = y" in page


def test_faults_in_the_same_words_are_one_with_all_their_places(site: Site, client: Client) -> None:
    home = draft(client)
    page = looked_at(site, client, home, "id,system,source,output\n,x,T,One\n,y,U,Two\n")
    assert "<b>items.csv:2, items.csv:3</b>" in page
