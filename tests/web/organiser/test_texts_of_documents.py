"""Tables of documents and of several systems on the page of the texts: what is guessed, chosen and said of them."""

import html

import pytest

from tests.fixtures.web import Client, Site
from tests.web.organiser.test_account import signed_in
from tests.web.organiser.test_texts import draft
from tests.web.organiser.uploading import Form, looked_at, say, worked

WIDE = "id,source,System Alpha,System Beta,Bemerkungen\n" + "".join(
    f"{n},Es regnet {n}.,It rains {n}.,It is raining {n}.,gut so\n" for n in (1, 2)
)


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def talks(header: str, without: tuple[str, int, str] | None = None, empty: tuple[str, int, str] | None = None) -> str:
    rows = [(doc, n, system) for doc in ("talk-1", "talk-2") for n in (1, 2, 3) for system in ("alpha", "beta")]
    said = {row: f"Output {row[1]} of {row[2]}." for row in rows if row != without}
    if empty:
        said[empty] = ""
    lines = (f"{doc},{n},Source {n} of {doc}.,{system},{text}\n" for (doc, n, system), text in said.items())
    return header + ",source,system,translation\n" + "".join(lines)


def test_columns_of_systems_are_guessed_and_those_without_a_use_are_named(site: Site, client: Client) -> None:
    home = draft(client, "translation")
    page = looked_at(site, client, home, WIDE)
    assert [Form(page).fields[f"use.{n}"] for n in range(5)] == ["id", "source", "*", "*", "-"]
    assert "Not used: Bemerkungen." in page
    assert page.count('<span class="pill">guessed</span>') == 2
    assert "was guessed from what is in them" in page
    assert "Ready to import:" in page
    say(client, home, page)
    page = worked(site, client, home)
    assert page.count('<span class="pill">guessed</span>') == 2, "nobody chose them"
    assert "was guessed from what is in them" not in page


def test_where_no_output_is_found_it_is_said_what_columns_of_systems_are(site: Site, client: Client) -> None:
    page = looked_at(site, client, draft(client, "translation"), "id,source,zzz\n1,Es regnet.,ja\n")
    assert "choose “Outputs of one system” for each of these" in page
    assert "You can import once nothing is left to be mended." in page


def test_segments_of_documents_make_items_of_a_plain_protocol_and_others_are_named(site: Site, client: Client) -> None:
    page = looked_at(site, client, draft(client, "esa"), talks("doc_id,seg_id"))
    assert "Ready to import: 6 items, 12 outputs, 2 systems." in page
    assert "the columns 'doc_id, seg_id' together are the key of an item" in html.unescape(page)
    assert "esa-contrastive" in page
    assert [Form(page).fields[f"use.{n}"] for n in (0, 1)] == ["id", "id"]


def test_nothing_is_offered_that_would_destroy_most_rows(site: Site, client: Client) -> None:
    home = draft(client, "esa")
    page = looked_at(site, client, home, talks("doc_id,seg_id"))
    say(client, home, page, **{"use.1": "-"})
    page = html.unescape(worked(site, client, home))
    assert "8 of 12. The column taken for the id (doc_id) is probably not the id" in page
    assert "Keep the first row" not in page
    assert page.count("probably not the id") == 1


def test_what_goes_with_an_empty_segment_is_said_on_the_choice_and_counted(site: Site, client: Client) -> None:
    home = draft(client, "esa-contrastive")
    page = looked_at(site, client, home, talks("doc_id,seg_id", empty=("talk-2", 2, "beta")))
    shown = html.unescape(page)
    assert "goes as a whole. This would be lost: <bdi>beta, talk-2 (segments: 3)</bdi>" in shown
    assert "It belongs to beta, 2, beside the text “Source 2 of talk-2.”" in shown
    say(client, home, page, empty="leave-out")
    page = worked(site, client, home)
    assert "Outputs left out because a segment is empty: 1, with 3 segments in all." in page


def test_an_empty_segment_alone_is_left_out_or_shown(site: Site, client: Client) -> None:
    home = draft(client, "esa-contrastive")
    page = looked_at(site, client, home, talks("doc_id,seg_id", empty=("talk-2", 2, "beta")))
    assert "Leave out only these segments, for all systems" in page
    say(client, home, page, empty="leave-segment")
    page = worked(site, client, home)
    assert "Ready to import: 2 items, 4 outputs, 2 systems." in page
    assert "Segments: 1; items they are of: 1, of which 0 go as a whole. They are: " in page
    say(client, home, page, empty="show")
    page = worked(site, client, home)
    assert "Ready to import: 2 items, 4 outputs, 2 systems." in page
    assert "go as a whole" not in page.partition('id="faults"')[0]
    plain = looked_at(site, client, draft(client, "esa"), talks("doc_id,seg_id", empty=("talk-2", 2, "beta")))
    assert 'value="leave-segment"' not in plain
    assert "raters see that nothing is there" in plain


def test_a_row_that_a_system_lacks_is_told_with_its_document(site: Site, client: Client) -> None:
    page = looked_at(
        site, client, draft(client, "esa"), talks("doc_id,seg_id", without=("talk-1", 2, "beta"))
    )  # a plain protocol takes it, and says so
    assert "has no output of items that other systems have: 1 of 6. These are: talk-1-2." in html.unescape(page)


def test_repeated_rows_are_listed_with_their_words(site: Site, client: Client) -> None:
    table = "id,system,source,output\na,x,Text,First\na,x,Text,Second one\nb,x,Text b,Third\n"
    page = html.unescape(looked_at(site, client, draft(client), table))
    assert "<b>items.csv:3</b> Item 'a' stands already in items.csv:2" in page
    assert "The second row says: x: Second one" in page
    assert "Keep the first row" in page


def test_the_table_that_is_needed_names_the_segment_and_the_document(site: Site, client: Client) -> None:
    home = draft(client, "esa-contrastive")
    for page in (client.get(f"{home}/texts").text, client.get("/protocols/esa-contrastive").text):
        shown = html.unescape(page)
        assert "<code>segment</code>" in shown
        assert "the document’s own key" in shown
        assert "One row for each segment and system" in shown
    assert "<code>segment</code>" not in client.get("/protocols/esa").text


def test_contrastive_esa_is_named_on_the_shelf(client: Client) -> None:
    for lang, said in (("en", "Contrastive ESA"), ("de", "Kontrastive ESA"), ("it", "ESA contrastiva")):
        assert said in client.get(f"/protocols?lang={lang}").text
