"""A Pearmut campaign (Zouhar and Kocmi 2026), read: what is rated, by whom, and what is asked.

info {assignment, protocol, users, sliders, mqm_categories, …}, campaign_id, data. A document is a list of items
{item_id, src, ref, tgt {model: text}}. With `task-based` assignment data has a list of documents for each user (a
running server keeps it as {user: documents}); with `single-stream` and `dynamic` one list for all. What has
`validation` is a tutorial or an attention check; `data_welcome` and `data_random` hold such too, and forms.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.campaigns.campaign import UNREAD, Campaign, CampaignCheck, Listed, Part
from jurybox.exchange.campaigns.file import CampaignFile, Path_
from jurybox.exchange.campaigns.gather import CampaignRows, apart, check_segments, segment_keys
from jurybox.exchange.campaigns.pearmut_asked import asked_of, right_score
from jurybox.exchange.files import FAULTY, list_in, object_in
from jurybox.exchange.ratings.formats import Mark, pearmut_mark

FORMAT = "Pearmut"
TASKS, STREAM, DYNAMIC = "task-based", "single-stream", "dynamic"
ASSIGNMENTS = (TASKS, STREAM, DYNAMIC)
TOP = ("info", "campaign_id", "data", "data_welcome", "data_random", "token", "show_progress")
SHOWN = ("instructions", "instructions_goodbye", "show_alignment", "word_level", "slider_colors", "special_tokens")
KEPT = (*SHOWN, "template", "validation_threshold", "data_random_prob", "assets")
"""Of a campaign as a whole: written back as it was, and without effect here."""
INFO = (
    *("assignment", "protocol", "users", "docs_per_user", "shuffle", "show_model_names", "sliders", "textfield"),
    *("mqm_categories", "mqm_severities", "dynamic_models", "dynamic_coldstart", "dynamic_warmup", "dynamic_top"),
    *KEPT,
)
ITEM = ("item_id", "src", "ref", "tgt", "instructions", "error_spans", "validation", "skippable", "group", "questions")
Documents = list[tuple[Path_, JsonValue]]


def read(file: CampaignFile) -> Campaign:
    document = file.document()
    if document is FAULTY or not isinstance(document, dict):
        if document is not FAULTY:
            file.fault("formats.not_this_format", 1, allowed=FORMAT, what="campaign_id")
        return Campaign(id="")
    for name in ("info", "campaign_id", "data"):
        if name not in document:
            file.fault("formats.not_this_format", 1, allowed=FORMAT, what=name)
    return _Reader(file, document).campaign()


class _Reader:
    def __init__(self, file: CampaignFile, document: JsonObject) -> None:
        self.file, self.document = file, document
        self.info = object_in(document, "info")
        self.gathering = CampaignRows(file)
        self.together = False
        self.checks: list[CampaignCheck] = []
        self.counted = 0
        """Documents so far."""

    def campaign(self) -> Campaign:
        file, info = self.file, self.info
        file.check_names(self.document, TOP, "campaign", ())
        file.check_names(info, INFO, "info", ("info",))
        assignment = info.get("assignment")
        if assignment not in ASSIGNMENTS:
            given = None if assignment is None else str(assignment)
            file.fault("campaign.not_one_of", file.line_of("info"), given, list(ASSIGNMENTS), name="info.assignment")
        tasks = self._tasks(assignment == TASKS)
        raters = self._raters(list(tasks) if assignment == TASKS else None)
        listed = [
            [one for path, entry in documents for one in self._document(path, entry)] for documents in tasks.values()
        ]
        parts, lists = list(self.gathering.parts.values()), {}
        if assignment == TASKS:
            lists = {rater: own for rater, own in zip(raters, listed, strict=False) if own}
            if self.together:
                parts, lists = apart(parts, lists)
        if not parts and not file.faults:
            file.fault("campaign.nothing_to_rate", 1)
        self._say_beside()
        return Campaign(
            id=str(self.document.get("campaign_id", "")),
            asked=asked_of(info, self.together, file),
            parts=parts,
            together=self.together,
            raters=raters,
            lists=lists,
            units_per_rater=self._most(len(parts)),
            completion_code=self._code(),
            checks=self.checks,
            kept={name: info[name] for name in KEPT if name in info},
        )

    def _tasks(self, by_user: bool) -> dict[str, Documents]:
        """The documents of each user by name; those of all users under an empty name."""
        data = self.document.get("data")
        if not by_user:
            return {"": [(("data", n), entry) for n, entry in enumerate(self._list(data, "data"))]}
        named: dict[str, tuple[Path_, JsonValue]] = {}
        for name, own in data.items() if isinstance(data, dict) else enumerate(self._list(data, "data")):
            named[str(name)] = ("data", name), own
        return {
            name: [((*at, n), entry) for n, entry in enumerate(self._list(own, ".".join(map(str, at))))]
            for name, (at, own) in named.items()
        }

    def _list(self, value: JsonValue, where: str) -> list[JsonValue]:
        if isinstance(value, list):
            return value
        self.file.fault("formats.bad_entry", 1, type(value).__name__, where=where)
        return []

    def _raters(self, tasks: list[str] | None) -> list[str]:
        """Who rates: named, or so many. With tasks there is one for each."""
        users, line = self.info.get("users"), self.file.line_of("info")
        if isinstance(self.document.get("data"), dict):
            return tasks or []
        wanted = len(tasks) if tasks is not None else 1
        if users is None or type(users) is int:
            count = wanted if tasks is not None else int(users or 1)
            return [f"user-{n}" for n in range(1, count + 1)]
        given = users if isinstance(users, list) else []
        named = [one.get("user_id") if isinstance(one, dict) else one for one in given]
        names = [one for one in named if isinstance(one, str) and one.strip()]
        if not isinstance(users, list) or len(names) != len(named) or len(set(names)) != len(names):
            self.file.fault("campaign.bad_users", line, users if not isinstance(users, list) else named)
        elif tasks is not None and len(names) != wanted:
            self.file.fault("campaign.users_differ", line, len(names), wanted)
        return names

    def _code(self) -> str | None:
        """One code for all is a setting; codes of their own have no place here."""
        users = list_in(self.info, "users") or []
        told = [one for one in users if isinstance(one, dict) and (one.get("token_pass") or one.get("token_fail"))]
        codes = {str(one.get("token_pass")) for one in told}
        if len(codes) == 1 and len(told) == len(users):
            return codes.pop()
        if told:
            self.file.note("campaign.tokens_left_out", len(told))
        return None

    def _most(self, segments: int) -> int | None:
        """How many segments a rater gets at most, where the file says it of documents."""
        most = self.info.get("docs_per_user")
        if type(most) is not int or most < 1 or not self.counted:
            return None
        return max(1, round(most * segments / self.counted))

    def _document(self, path: Path_, entry: JsonValue) -> Iterator[Listed]:
        found = [((*path, n), item) for n, item in enumerate(self._list(entry, _place(path)))]
        items = [(at, item) for at, item in found if isinstance(item, dict) and self._is_rated(item, at)]
        for at, item in found:
            if not isinstance(item, dict):
                self.file.fault("formats.bad_entry", self.file.line_of(*at), item, where=_place(at))
        if not items:
            return
        self.counted += 1
        ids = [None if (id := item.get("item_id")) in (None, "") else str(id) for _, item in items]
        keys = segment_keys(ids, self.counted)
        name = self.gathering.document(keys)
        parts = [(self._part(name, key, item, at), at) for key, (at, item) in zip(keys, items, strict=True)]
        for part, at in parts:
            self.gathering.add(part, at)
            self.together = self.together or len(part.outputs) > 1
        if self.info.get("shuffle") is not False:
            check_segments(self.file, name, parts)
        if any(len(part.outputs) > 1 for part, _ in parts):
            yield from (Listed(part.key, tuple(part.outputs)) for part, _ in parts)
        else:
            yield from (Listed(part.key, (system,)) for part, _ in parts for system in part.outputs)

    def _is_rated(self, item: JsonObject, at: Path_) -> bool:
        """Whether it is there to be rated: no form, tutorial or check."""
        if "form" in item:
            self.file.note("formats.forms_not_read")
            return False
        if item.get("validation"):
            if item.get("skippable"):
                self.file.note("campaign.tutorials_left_out")
            elif not self._take_check(item, at):
                self.file.note("campaign.checks_left_out")
            return False
        return True

    def _take_check(self, item: JsonObject, at: Path_) -> bool:
        """A check that says which score is right for every output; whether it was one. It may stand in many tasks."""
        rules, texts = object_in(item, "validation"), object_in(item, "tgt")
        scores = {name: found for name in texts if (found := right_score(rules.get(name))) is not None}
        if not texts or len(scores) < len(texts):
            return False
        id = str(item.get("item_id") or "check")
        part = self._part(id, id, {**item, "instructions": None}, at)
        alike = [one for one in self.checks if one.part.source == part.source and one.part.outputs == part.outputs]
        if not alike:
            names = {one.part.key for one in self.checks}
            key = next(name for n in range(1, len(names) + 2) if (name := id if n == 1 else f"{id}@{n}") not in names)
            self.checks.append(CampaignCheck(replace(part, key=key, document=key), scores))
        return True

    def _part(self, document: str, key: str, item: JsonObject, at: Path_) -> Part:
        file, where = self.file, _place(at)
        file.check_names(item, ITEM, "item", at)
        if item.get("instructions"):
            file.note("campaign.item_instructions_left_out")
        texts = item.get("tgt")
        if not isinstance(texts, dict) or not texts:
            file.fault("formats.bad_entry", file.line_of(*at), texts, where=f"{where}.tgt")
            texts = {}
        said = {name: file.plain(text, f"{where}.tgt.{name}", at) for name, text in texts.items()}
        outputs = {name: UNREAD if text is None else text for name, text in said.items()}
        source, files = file.source(item["src"], f"{where}.src", at) if "src" in item else (None, {})
        reference = file.plain(item["ref"], f"{where}.ref", at) if item.get("ref") is not None else None
        return Part(
            document=document,
            key=key,
            group=str(item.get("group", "")),
            source=source,
            reference=reference,
            files=files,
            outputs=outputs,
            suggested=self._suggested(item, outputs, at),
            line=file.line_of(*at),
        )

    def _suggested(self, item: JsonObject, outputs: dict[str, str], at: Path_) -> dict[str, tuple[Mark, ...]]:
        found: dict[str, tuple[Mark, ...]] = {}
        for model, spans in object_in(item, "error_spans").items():
            if model not in outputs or not isinstance(spans, list):
                self.file.fault("formats.bad_entry", self.file.line_of(*at), model, where=f"{_place(at)}.error_spans")
                continue
            line = self.file.line_of(*at) if spans else 0
            marks = tuple(pearmut_mark(span, outputs[model], line, self.file) for span in spans)
            if marks:
                found[model] = marks
        return found

    def _say_beside(self) -> None:
        """What a campaign asks for that is otherwise here."""
        file, info = self.file, self.info
        for name in ("data_welcome", "data_random"):
            documents = list_in(self.document, name) or []
            forms = [
                one
                for one in documents
                if isinstance(one, list) and any(isinstance(i, dict) and "form" in i for i in one)
            ]
            file.note("formats.forms_not_read", len(forms))
            if name == "data_welcome":
                file.note("campaign.tutorials_left_out", len(documents) - len(forms))
                continue
            for n, document in enumerate(documents):
                for m, item in enumerate(document if isinstance(document, list) else []):
                    if isinstance(item, dict) and "form" not in item and not self._take_check(item, (name, n, m)):
                        file.note("campaign.checks_left_out")
        if info.get("instructions"):
            file.note("campaign.instructions_left_out")
        if info.get("show_model_names"):
            file.note("campaign.names_not_shown")
        if info.get("shuffle") is False:
            file.note("campaign.always_shuffled")
        if info.get("assignment") == DYNAMIC:
            file.note("campaign.drawn_evenly")


def _place(path: Path_) -> str:
    """
    >>> _place(("data", 0, 2))
    'data[0][2]'
    """
    return "".join(f"[{step}]" if isinstance(step, int) else f"{'.' if n else ''}{step}" for n, step in enumerate(path))
