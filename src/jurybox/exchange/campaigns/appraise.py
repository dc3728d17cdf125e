"""Appraise's batches (Federmann 2018), read: a list of {task, items}, each to be done by so many annotators.

task {batchNo, sourceLanguage, targetLanguage, requiredAnnotations}. An item has documentID, itemID, itemType,
sourceText (or segmentText), and either targetID with targetText or a list `targets` of such, seen side by side; a
targetID with + names several systems that made the same. TGT is to be rated, CHK the same once more, BAD a degraded
output and REF the reference, both as checks. `mqm` is a list of marks that are filled in, or {tutorial, payload}. Who
annotates is no part of it: the annotators of a batch are called after it.
"""

from collections.abc import Iterator

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.campaigns import on_shelf
from jurybox.exchange.campaigns.campaign import UNREAD, AskedNumber, Campaign, CampaignQuestions, Listed, Part
from jurybox.exchange.campaigns.file import CampaignFile, Path_
from jurybox.exchange.campaigns.gather import CampaignRows, apart
from jurybox.exchange.files import FAULTY, list_in, object_in, text_in
from jurybox.exchange.ratings.formats import Mark, pearmut_mark

FORMAT = "Appraise"
RATED, CHECKS, TYPES = "TGT", ("BAD", "REF"), ("TGT", "CHK", "BAD", "REF")
BATCH = ("items", "task")
TASK = (
    *("batchNo", "batchSize", "randomSeed", "requiredAnnotations", "sourceLanguage", "targetLanguage"),
    *("contrastiveOutputs", "contrastiveSelectionMethod"),
)
CONTEXT = ("sourceContextLeft", "targetContextLeft", "segmentContextLeft", "contextLeft")
ITEM = (
    *("documentID", "itemID", "itemType", "sourceID", "sourceText", "targetID", "targetText", "targets", "targetsSize"),
    *("segmentID", "segmentText", "isCompleteDocument", "mqm", *CONTEXT, "_block", "_item", "_itemAll"),
)
TARGET = ("_itemAll", "_target", "targetID", "targetText", "targetContextLeft")
SCORE, SPANS = "score", "error_spans"
SEVERITIES = ("minor", "major")
FILLING = ("#dup", "#incomplete")
TUTORIAL = "tutorial"


def read(file: CampaignFile) -> Campaign:
    document = file.document()
    if document is FAULTY:
        return Campaign(id="")
    batches = document if isinstance(document, list) else []
    if not batches or not all(isinstance(one, dict) and isinstance(one.get("items"), list) for one in batches):
        file.fault("formats.not_this_format", 1, allowed=FORMAT, what="items")
        return Campaign(id="")
    return _Reader(file).campaign([one for one in batches if isinstance(one, dict)])


class _Reader:
    def __init__(self, file: CampaignFile) -> None:
        self.file = file
        self.gathering = CampaignRows(file)
        self.numbers: dict[str, dict[str, int]] = {}
        """By document, the number of each source text."""
        self.together = self.marked = False

    def campaign(self, batches: list[JsonObject]) -> Campaign:
        lists: dict[str, list[Listed]] = {}
        for n, batch in enumerate(batches):
            self.file.check_names(batch, BATCH, "batch", (n,))
            task = object_in(batch, "task")
            self.file.check_names(task, TASK, "task", (n, "task"))
            listed = list(dict.fromkeys(self._items(list_in(batch, "items") or [], task, (n, "items"))))
            lists |= dict.fromkeys(self._annotators(task, n), listed)
        parts = list(self.gathering.parts.values())
        if self.together:
            parts, lists = apart(parts, lists)
        if not parts and not self.file.faults:
            self.file.fault("campaign.nothing_to_rate", 1)
        return Campaign(
            id=self.file.path.stem,
            asked=self._asked(),
            parts=parts,
            together=self.together,
            raters=list(lists),
            lists=lists,
        )

    def _annotators(self, task: JsonObject, n: int) -> list[str]:
        number, wanted = task.get("batchNo", n + 1), task.get("requiredAnnotations", 1)
        count = wanted if type(wanted) is int and wanted > 1 else 1
        return [f"batch-{number}" if count == 1 else f"batch-{number}-{one}" for one in range(1, count + 1)]

    def _items(self, items: list[JsonValue], task: JsonObject, at: Path_) -> Iterator[Listed]:
        codes = [text_in(task, name) or "" for name in ("sourceLanguage", "targetLanguage")]
        pair = "-".join(filter(None, codes))
        for n, item in enumerate(items):
            path = (*at, n)
            if not isinstance(item, dict):
                self.file.fault("formats.bad_entry", self.file.line_of(*path), item, where=f"items[{n}]")
                continue
            self.file.check_names(item, ITEM, "item", path)
            if self._is_rated(item, path):
                yield from self._item(item, pair, path)

    def _is_rated(self, item: JsonObject, at: Path_) -> bool:
        kind, document = item.get("itemType"), str(item.get("documentID", ""))
        if kind not in TYPES:
            self.file.fault("formats.wrong_type", self.file.line_of(*at), str(kind), list(TYPES))
            return False
        mqm = item.get("mqm")
        if (isinstance(mqm, dict) and mqm.get(TUTORIAL)) or TUTORIAL in str(item.get("targetID", "")).casefold():
            self.file.note("campaign.tutorials_left_out")
        elif kind in CHECKS:
            self.file.note("campaign.checks_left_out")
        elif kind == "CHK":
            self.file.note("campaign.repeats_left_out")
        elif any(mark in document for mark in FILLING):
            self.file.note("formats.dup_left_out" if FILLING[0] in document else "formats.incomplete_left_out")
        else:
            return True
        return False

    def _item(self, item: JsonObject, pair: str, at: Path_) -> Iterator[Listed]:
        file, where = self.file, f"items[{at[-1]}]"
        source, files = file.source(item.get("sourceText", item.get("segmentText", "")), f"{where}.sourceText", at)
        if any(item.get(name) for name in CONTEXT):
            file.note("campaign.context_left_out")
        document, key = self._key(item, source or "".join(files.values()))
        outputs, marks = self._outputs(item, where, at)
        part = Part(
            document=document,
            key=key,
            group=pair,
            source=source,
            files=files,
            outputs=outputs,
            suggested=marks,
            line=file.line_of(*at),
        )
        self.gathering.add(part, at)
        self.together = self.together or len(list_in(item, "targets") or ()) > 1
        self.marked = self.marked or "mqm" in item
        if self.together:
            yield Listed(key, tuple(outputs))
        else:
            yield from (Listed(key, (system,)) for system in outputs)

    def _key(self, item: JsonObject, source: str) -> tuple[str, str]:
        """The document, and the segment by its place among the sources of the document; without one by its number."""
        document = text_in(item, "documentID")
        if document is None:
            number = str(item.get("itemID", ""))
            return number, number
        numbers = self.numbers.setdefault(document, {})
        return document, f"{document}:{numbers.setdefault(source, len(numbers) + 1)}"

    def _outputs(self, item: JsonObject, where: str, at: Path_) -> tuple[dict[str, str], dict[str, tuple[Mark, ...]]]:
        file, targets = self.file, list_in(item, "targets")
        outputs: dict[str, str] = {}
        for n, target in enumerate([item] if targets is None else targets):
            told = target if isinstance(target, dict) else {}
            if targets is not None:
                file.check_names(told, TARGET, "target", at)
            text, name = file.plain(told.get("targetText"), f"{where}.targets[{n}]", at), text_in(told, "targetID")
            if name is None:
                file.fault("formats.bad_entry", file.line_of(*at), told.get("targetID"), where=f"{where}.targetID")
                continue
            outputs |= dict.fromkeys(filter(None, name.split("+")), UNREAD if text is None else text)
        mqm = item.get("mqm")
        spans = mqm if isinstance(mqm, list) else list_in(object_in(item, "mqm"), "payload") or []
        line, name = file.line_of(*at) if spans else 0, next(iter(outputs), "")
        marks = tuple(pearmut_mark(_halfopen(span), outputs.get(name, ""), line, file) for span in spans)
        return outputs, {name: marks} if marks else {}

    def _asked(self) -> CampaignQuestions:
        """Batches do not say what is asked: with a place for marks it is taken for ESA, else for a score."""
        side = self.together
        if self.marked:
            shelf = on_shelf.SPANS_SIDE_BY_SIDE if side else on_shelf.SPANS
            return CampaignQuestions(shelf=shelf, numbers=(AskedNumber(SCORE),), marks=SPANS, weights=SEVERITIES)
        return CampaignQuestions(shelf=() if side else on_shelf.SCORE, numbers=(AskedNumber(SCORE),))


def _halfopen(span: JsonValue) -> JsonValue:
    """Marks as Pearmut has them, which count the last place in."""
    if not isinstance(span, dict):
        return span
    end, kind = span.get("end_i"), span.get("error_type")
    category = "/".join(map(str, kind)) if isinstance(kind, list) else kind
    return {**span, "end_i": end - 1 if type(end) is int else end, "category": span.get("category", category)}
