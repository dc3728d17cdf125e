"""What the shelf says of its protocols, in every language of the pages."""

from jurybox.protocols import card_words, load_protocol, shelf_ids
from jurybox.studies.lifecycle import describe_shelf
from jurybox.texts import languages
from tests.fixtures.each import each

SAID_MORE_PLAINLY = {("summary", "en"), ("title", "en"), ("translation", "en")} | {
    (id, lang) for id in ("esa", "esa-contrastive") for lang in ("de", "en", "es", "zh")
}
"""What these say of themselves was taken for two scores, or did not say what is scored; they keep it, for their
hash, and their cards are clearer."""


@each("id", shelf_ids())
def test_a_protocol_is_named_in_every_language_once(id: str) -> None:
    """By itself, or by its card; never by both, for one of them would be changed and the other left."""
    title, description = load_protocol(id).protocol.title, load_protocol(id).protocol.description
    for lang in languages():
        words = card_words(id, lang)
        assert (words is None) == (lang in title and (id, lang) not in SAID_MORE_PLAINLY), (id, lang)
        assert words is None or (words.title and words.description), (id, lang)
        assert (lang in title) == (lang in description), (id, lang)


def test_cards_are_read_in_the_language_of_the_page() -> None:
    titles = {card["id"]: card["title"] for card in describe_shelf("es")}
    assert titles["summary"] == "Resúmenes breves"
    assert titles["da"] == "Valoración directa de traducciones"


TOGETHER = {
    "en": "both together", "de": "zusammen", "es": "juntas", "fr": "ensemble", "it": "insieme", "pt": "juntas",
    "zh": "只打一个",
}  # fmt: skip


@each("lang", sorted(languages()))
def test_a_card_promises_two_scores_only_where_two_are_asked(lang: str) -> None:
    cards = {card["id"]: card for card in describe_shelf(lang)}
    for id in ("summary", "title", "translation"):
        assert TOGETHER[lang] in cards[id]["description"], id
        assert cards[id]["questions"] == 1
    assert cards["adequacy-fluency"]["questions"] == cards["adequacy-fluency"]["stages"] == 2
    assert [card for card in cards if "adequacy" in card] == ["adequacy-fluency"]


def test_contrastive_esa_is_called_so_in_every_language():
    """Who looks for it in a list of titles finds it."""
    own = load_protocol("esa-contrastive").protocol.title
    for lang in languages():
        card = card_words("esa-contrastive", lang)
        title = card.title if card else own[lang]
        assert "ESA" in title
        assert any(word in title.lower() for word in ("contrastiv", "kontrastiv", "对比"))


@each("lang", sorted(languages()))
def test_contrastive_esa_says_how_a_document_gets_its_score(lang: str) -> None:
    cards = {card["id"]: card["description"] for card in describe_shelf(lang)}
    assert "WMT" in cards["esa-contrastive"]
    assert cards["esa-contrastive"].count("ESA") == 0
    assert "ESA" in cards["esa"], "which is for single translations, and says what is for documents"
