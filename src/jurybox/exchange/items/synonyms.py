"""What people call the columns of their tables, in the languages of our protocols. Facts for guessing, no rules.

A name is compared without case, accents, spaces and signs. What a protocol calls its fields in any language comes
before these.
"""

import re
import unicodedata

from jurybox.core import MEDIA_TYPES, RESERVED_COLUMNS, Protocol

ID = """
    item item_id itemid key identifier uid uuid segid seg_id segment_id sentence_id sent_id tweet_id image_id img_id
    example_id doc doc_id docid row_id nr no number 编号 序号 nummer numero identificador identificativo identifiant
"""
DOCUMENT = "document doc doc_id docid doc_name document_id documentid document_name dokument documento 文档"
"""What says to which document a segment belongs."""
SEGMENT = """
    segment seg seg_id segid seg_no seg_nr segment_id segmentid segment_no segment_number sentence_id sent_id
    sentence_no sentence_number line line_id line_no line_number segmento satz_nr 片段
"""
"""What says which segment of a document a row is, where another column names the document."""
SYSTEM = """
    model model_name modelname system_name systemname system_id team team_name engine method submission participant run
    mt_system 系统 模型 modell modelo modello modele modèle sistema systeme système equipo squadra équipe
"""
RATER = """
    rater_id ratername annotator annotator_id annotator_name judge evaluator worker worker_id user user_id username
    reviewer 标注人 标注员 标注者 评分人 评测员 bewerter bewerterin annotierer anotador evaluador annotatore valutatore
    annotateur évaluateur anotador avaliador
"""
COMMENT = """
    comment comments remark remarks note notes kommentar kommentare bemerkung bemerkungen anmerkung anmerkungen
    comentario comentarios comentário comentários commento commenti commentaire commentaires 备注 评论 说明
"""
GROUP = "iso_lang iso lang_code language_code iso639 iso_639_3 lang_pair domain 语言对 gruppe grupo gruppo groupe"
SOURCE = """
    src source_text sourcetext source_sentence original original_text text input sentence tweet article document
    原文 源文 文本 quelle quelltext ausgangstext originaltext fuente texto texto_original origen testo testo_originale
    sorgente texte texte_source sursa text_sursa propozitie news story artikel artículo articolo notícia noticia notizia
"""
OUTPUT = """
    output out outputs output_text system_output prediction predicted predicted_text predicted_caption generated
    generated_text generation response answer candidate hypothesis hyp mt mt_output translation translated target
    target_text summary title headline caption interpretation description 译文 输出 翻译 摘要 标题 描述
    ausgabe übersetzung uebersetzung zieltext zusammenfassung titel überschrift beschreibung
    salida traducción traduccion resumen título titulo descripción descripcion traduzione riassunto titolo descrizione
    sortie traduction résumé resume titre légende legende traducere rezumat titlu
"""
REFERENCE = """
    ref reference references gold gold_text gold_caption target_caption reference_caption reference_text human
    humano humana humain humaine umano umana mensch menschlich 人工 人类
    ground_truth gt 参考 参考译文 referenz referencia riferimento référence reference_translation
"""
FILE = """
    file filename file_name filepath file_path path datei archivo fichier 文件 文件名 nombre_archivo
"""
IMAGES = "image img picture pic photo image_file image_path image_name bild foto imagen immagine 图片 图像"
SOUNDS = "audio sound wav audio_file ton sonido suono son 音频"
FILMS = "video clip movie_clip video_file video_path clip_file 视频"
TURNS = "conversation conversations dialogue dialog messages turns chat chat_history history dialogo gespräch 对话"
LANGUAGE = "lang langue sprache idioma lengua lingua limba 语言 source_lang src_lang source_language"
LANGUAGES = {
    "en": "en eng english englisch inglés anglais inglese engleza 英语 英文",
    "de": "de deu ger german deutsch alemán allemand tedesco germana 德语 德文",
    "ro": "ro ron rum romanian rumänisch rumano roumain rumeno romana 罗马尼亚语",
    "es": "es spa spanish spanisch español espagnol spagnolo 西班牙语",
    "fr": "fr fra fre french französisch francés français francese 法语 法文",
    "it": "it ita italian italienisch italiano italien 意大利语",
    "pt": "pt por portuguese portugiesisch portugués portugais portoghese 葡萄牙语",
    "zh": "zh zho chi chinese chinesisch chino chinois cinese 中文 汉语",
}
OTHER_LANGUAGES = """
    ar arabic arabisch cs ces czech tschechisch da danish dänisch el greek griechisch fi finnish finnisch he hebrew
    hebräisch hi hindi hu hungarian ungarisch id indonesian is icelandic isländisch ja japanese japanisch japonés ko
    korean koreanisch nl dutch niederländisch pl polish polnisch ru russian russisch ruso sv swedish schwedisch th thai
    tr turkish türkisch uk ukrainian ukrainisch ur urdu vi vietnamese catalan català galician euskara basque
"""
OF_OUTPUTS = """
    model system machine generated predicted automatic modell modelo modello modèle generiert generado generada
    generato generata gerado gerada généré générée
"""
"""Words that may stand beside those of outputs: a model summary."""
KINDS = {"image": IMAGES, "audio": SOUNDS, "video": FILMS}

OF_A_SHARED_TASK = frozenset({"target_caption", "predicted_caption"})
UNUSED_THERE = frozenset({"split", "culture"})
"""The image captions of AmericasNLP name these beside the captions, and nothing is rated by them."""

ROW_NUMBERS = "nr no number row row_id index 编号 序号 nummer numero"
BESIDES = """
    language date time datetime timestamp created created_at create_time updated updated_at duration split fold url link
    author datum zeit fecha hora data ora heure 时间 日期
"""
"""What tables of ratings say besides."""
NO_SYSTEMS = """
    comment comments note notes date time score rating bleu chrf comet url link author domain topic split fold length
    datum fecha nota notas notizen data 备注 评分
"""


SHORT_CODE = 1
"""Characters that are too few for the name or code of a language."""

_REFERENCES = ("referen", "referenz", "riferiment", "groundtruth", "参考")
"""What the names of references have in them, in most languages."""


def plain(name: str) -> str:
    """A name without case, accents, spaces and signs.

    >>> plain("Item_ID"), plain("Übersetzung "), plain("译文")
    ('itemid', 'ubersetzung', '译文')
    """
    parts = unicodedata.normalize("NFD", name.casefold())
    return "".join(c for c in parts if c.isalnum())


_NUMBERED = re.compile(
    r"(?P<word>\D*?)(\d{1,3}|(?<![a-z])[a-z]|(?-i:(?<=[a-z])[A-Z])|[一二三四五六七八九十]{1,3}|[甲乙丙丁戊己庚辛])",
    re.IGNORECASE,
)


def is_numbered_system(name: str) -> bool:
    """Whether a name says that it is one of several systems.

    >>> [is_numbered_system(name) for name in ("模型一", "Model 2", "system_A", "SysB", "model", "models", "gpt4")]
    [True, True, True, True, False, False, False]
    """
    found = _NUMBERED.fullmatch(name.strip())
    return found is not None and plain(found["word"]) in plain_words(SYSTEM, "system systems sys 系统")


_ALIKE = re.compile(r"(?P<stem>.*?)[\W_]*(\d{1,3}|(?<![^\W\d_])[a-z]|(?-i:(?<=[a-z])[A-Z]))", re.IGNORECASE)


def named_alike(names: list[str]) -> set[str]:
    """Those that differ by a letter or a number at the end, as systems without a name do.

    >>> sorted(named_alike(["Bert1", "Bert2", "A", "B", "text", "NLLB"]))
    ['A', 'B', 'Bert1', 'Bert2']
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        if found := _ALIKE.fullmatch(name.strip()):
            stems.setdefault(plain(found["stem"]), []).append(name)
    return {name for group in stems.values() if len(group) > 1 for name in group}


def is_of_people(column: str) -> bool:
    """Whether a column is called like what people wrote as an example.

    >>> [is_of_people(name) for name in ("Ref", "caption_human", "pie humano", "humanoid")]
    [True, True, True, False]
    """
    return any(plain(word) in plain_words(REFERENCE) for word in (column, *re.split(r"[\W_]+", column)) if word)


_SYSTEM_AND_NAME = re.compile(
    r"(system|sys|modell|model|modelo|modello|modèle|sistema|système)[\W_]+\w|(模型|系统)\W*\w", re.IGNORECASE
)


_SYSTEM_IN_ONE_WORD = re.compile(r"(?:[Ss]ys(?:tem|tema|tème)?|[Mm]odell?[oe]?|MODEL|SYS|SYSTEM)(?:[A-Z]\w*|\d+)")


def begins_as_system(name: str) -> bool:
    """Whether a name begins as those of systems do, and goes on with a name.

    >>> [begins_as_system(name) for name in ("System Alpha", "sys-beta", "模型甲", "Modell_X", "system", "System ID")]
    [True, True, True, True, False, False]
    >>> [begins_as_system(name) for name in ("SysA", "ModelX", "System2", "Systems", "modelling", "SystemID")]
    [True, True, True, False, False, False]
    """
    found = _SYSTEM_AND_NAME.match(name.strip()) or _SYSTEM_IN_ONE_WORD.fullmatch(name.strip())
    return found is not None and plain(name) not in plain_words(SYSTEM, "system_id sys_id model_id modell_id")


def plain_words(*words: str) -> set[str]:
    return {plain(word) for text in words for word in text.split()}


def reads_as(column: str, others: set[str], also: set[str]) -> bool:
    """Whether a name of several words says the same thing with each of them, or with those that may stand beside it.

    >>> reads_as("article text", {"article", "text"}, set()), reads_as("model summary", {"summary"}, {"model"})
    (True, True)
    >>> reads_as("GPT summary", {"summary"}, {"model"}), reads_as("model", {"summary"}, {"model"})
    (False, False)
    """
    words = [plain(word) for word in re.split(r"[\W_]+", column) if word]
    return len(words) > 1 and all(word in others or word in also for word in words) and not others.isdisjoint(words)


def labels_of(protocol: Protocol) -> dict[str, set[str]]:
    """What raters read above each field, in every language: a good name for its column too."""
    found = {name: set[str]() for name in protocol.fields}
    for name, spec in protocol.fields.items():
        found[name] |= {plain(label) for label in (spec.label or {}).values()}
    return found


def needed_of_item(protocol: Protocol) -> list[str]:
    """The fields that every item must have: what tells one item from another where there are no ids."""
    return [name for name, spec in protocol.fields.items() if spec.per == "item" and not spec.optional]


def names_of(protocol: Protocol) -> dict[str, set[str]]:
    """For every column that can be had: what it is called elsewhere, by what it holds."""
    found = {name: set[str]() for name in (*RESERVED_COLUMNS, *protocol.fields)}
    found["id"], found["system"], found["group"] = plain_words(ID), plain_words(SYSTEM), plain_words(GROUP)
    for name, spec in protocol.fields.items():
        if spec.type in MEDIA_TYPES:
            found[name] = plain_words(FILE, KINDS[spec.type])
        elif not spec.is_text:
            continue
        elif spec.type == "conversation" and spec.per == "item":
            found[name] = plain_words(TURNS)
        elif spec.per in ("output", "system"):
            found[name] = plain_words(OUTPUT, LANGUAGES.get(spec.lang or "", "")) if spec.per == "output" else set()
        elif spec.guide:
            found[name] = plain_words(REFERENCE)
        elif name == "language":
            found[name] = plain_words(LANGUAGE)
        elif name == "source" or needed_of_item(protocol) == [name]:
            found[name] = plain_words(SOURCE, *(_other_languages(protocol) if spec.lang is None else ()))
    return {name: {*others, plain(name)} for name, others in found.items()}


def _other_languages(protocol: Protocol) -> list[str]:
    """Where only the output's language is said, what is in another one is the source."""
    said = {spec.lang for spec in protocol.fields.values() if spec.per == "output" and spec.is_text}
    return [] if None in said else [names for code, names in LANGUAGES.items() if code not in said]


def usual_names(column: str) -> list[str]:
    """What a column of a table of ratings is for, by its name: item, system, rater, source, output or comment.

    >>> usual_names("image_id"), usual_names("标注人"), usual_names("fluency")
    (['item'], ['rater'], [])
    """
    known = {
        "item": f"id {ID}",
        "system": SYSTEM,
        "rater": RATER,
        "source": SOURCE,
        "output": OUTPUT,
        "comment": COMMENT,
    }
    return [role for role, names in known.items() if plain(column) in plain_words(names)]


def holds_no_ratings(column: str) -> bool:
    """Whether a column of a table of ratings only says something besides: a picture, a reference, a date, a number.

    >>> [holds_no_ratings(name) for name in ("图片", "timestamp", "编号", "fluency")]
    [True, True, True, False]
    """
    return plain(column) in plain_words(REFERENCE, FILE, *KINDS.values(), LANGUAGE, GROUP, BESIDES, ROW_NUMBERS)


def is_language(column: str) -> bool:
    """Whether a column is called as a language.

    >>> [is_language(name) for name in ("English", "Spanisch", "中文", "Pelican")]
    [True, True, True, False]
    """
    return len(plain(column)) > SHORT_CODE and plain(column) in plain_words(*LANGUAGES.values(), OTHER_LANGUAGES)


def is_row_number(column: str) -> bool:
    """Whether a column mostly counts rows, and names nothing."""
    return plain(column) in plain_words(ROW_NUMBERS)


def is_never_system(column: str) -> bool:
    """Whether a column is called like what stands beside the texts, or like what people wrote as an example.

    >>> [is_never_system(name) for name in ("Bemerkung", "Referenzübersetzung", "human reference", "DeepTrans")]
    [True, True, True, False]
    """
    name = plain(column)
    return name in plain_words(NO_SYSTEMS, COMMENT, REFERENCE) or any(stem in name for stem in _REFERENCES)


def is_of_a_header(column: str) -> bool:
    """Whether hardly anything but the name of a column reads so; a language does, as a cell too.

    >>> [is_of_a_header(name) for name in ("Nr.", "Ausgangstext", "Bemerkung", "German", "42")]
    [True, True, True, False, False]
    """
    return is_never_system(column) or plain(column) in plain_words("id", ID, "system", SYSTEM, SOURCE, OUTPUT, COMMENT)
