"""The design of a draft: every setting a sentence, and one line that answers every change."""

from collections.abc import Sequence

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from jurybox import studies
from jurybox.core import JuryboxError, Settings, StudyState, SystemKind, in_language, telling_questions
from jurybox.studies import StudyDescription, StudyView, lifecycle, people, planning
from jurybox.studies.carry.suggestions import FILE_FORMATS, sources_for, told_suggestions
from jurybox.studies.lifecycle import SettingDifference
from jurybox.texts import languages_of_texts, message_of
from jurybox.web.organiser.site import PageRoute
from jurybox.web.organiser.study.design_form import intent_of_form, wishes_of
from jurybox.web.organiser.study.tab import StudyTab, sent_form

MOST_GROUPS = 40
"""Of more, single groups are set on the command line."""


class DesignTab(StudyTab):
    name = "design"

    def routes(self) -> list[PageRoute]:
        return [
            ("/studies/{study}/design", self.show, "GET"),
            ("/studies/{study}/design", self.save, "POST"),
            ("/studies/{study}/design/estimate", self.estimate, "POST"),
        ]

    async def show(self, request: Request, study: str) -> Response:
        about = await run_in_threadpool(studies.show_study, self.bench, study)
        if about["state"] != StudyState.DRAFT:
            return RedirectResponse(f"/studies/{study}/settings", 303)
        return await self.page(request, study)

    async def context(self, request: Request, study: str) -> dict[str, object]:
        return await run_in_threadpool(self._context, request, study)

    def _context(self, request: Request, study: str) -> dict[str, object]:
        view, lang = studies.view_of(self.bench, study), self.site.renderer.language(request)
        about = studies.show_study(self.bench, study)
        protocol, groups = view.protocol, self._groups(study)
        settings, expected = self._typed(request, study, view)
        texts = planning.texts_languages(self.bench, study, settings)
        settings = lifecycle.with_languages(protocol, settings, texts.wish)
        return {
            "next": None,
            "settings": settings,
            "offered": set(Settings.model_fields),
            "stages": [(s.id, in_language(s.title, [lang]) if s.title else s.id) for s in protocol.stages],
            "least": protocol.least_raters,
            "groups": groups if 1 < len(groups) <= MOST_GROUPS else [],
            "opens_in_batches": view.gate is not None,
            "has_guides": any(field.guide for field in protocol.fields.values()),
            "has_reference": any(system["kind"] == SystemKind.REFERENCE for system in about["systems"]),
            "texts": texts,
            "pairs": texts.said or texts.guessed or [None],
            "text_languages": self._text_languages(texts),
            "examples": planning.example_choices(self.bench, study, settings, lang),
            "known_checks": len(people.show_checks(self.bench, study).checks),
            "can_degrade": bool(telling_questions(protocol)),
            "is_usual_asked": lifecycle.asks_usual(settings.questionnaire, self.bench.texts),
            "can_draw_pairs": lifecycle.can_draw_pairs(protocol),
            "suggested": told_suggestions(self.bench, study),
            "sources": sources_for(self.bench, study, people.studies_of(self.bench, request.state.account)),
            "file_formats": FILE_FORMATS,
            "is_asked": "asked" in request.query_params,
            "consents": {
                lang: (settings.consent or {}).get(lang, "") for lang in self._languages(about, protocol.languages)
            },
            "speaks": sorted({settings.language, *protocol.languages}),
            "intent": expected,
            "seen": view.row.version,
            "is_saved": "saved" in request.query_params,
            **self._estimate(request, study, settings, expected.model_dump()),
        }

    def _typed(self, request: Request, study: str, view: StudyView) -> tuple[Settings, planning.Intent]:
        """The settings there are; where a form was refused, as far as it can be read, what it said: nothing is lost."""
        expected = self.bench.database.read(lambda run: planning.meant(run, view.id))
        form = sent_form(request)
        if not form:
            return view.settings, expected
        try:
            settings = lifecycle.wished_settings(self.bench, study, self._wishes(form, study))
            return settings, planning.sound_intent(expected, intent_of_form(form))
        except JuryboxError:
            return view.settings, expected

    def difference(self, request: Request, study: str) -> Sequence[SettingDifference]:
        wished, _ = self._typed(request, study, studies.view_of(self.bench, study))
        words, lang = self.site.renderer.words(request), self.site.renderer.language(request)
        return lifecycle.tell_difference(self.bench, study, wished, words, lang)

    def _text_languages(self, texts: planning.TextsLanguages) -> dict[str, str]:
        """Those to choose from, with those that are said."""
        codes = {code for pair in texts.said for code in pair if code}
        known = languages_of_texts(self.site.renderer.own_texts)
        return {**known, **{code: code for code in sorted(codes - known.keys())}}

    def _groups(self, study: str) -> list[str]:
        return [group for group in planning.groups_of(self.bench, study) if group]

    def _languages(self, about: StudyDescription, spoken: tuple[str, ...]) -> list[str]:
        consent = about["settings"].get("consent")
        return sorted({*spoken, *(consent if isinstance(consent, dict) else ())})

    def _estimate(
        self, request: Request, study: str, settings: Settings | None = None, wish: dict[str, object] | None = None
    ) -> dict[str, object]:
        """What study/estimate.html is given."""
        found = planning.estimate_study(self.bench, study, settings, wish)
        view, lang = studies.view_of(self.bench, study), self.site.renderer.language(request)
        words = self.site.renderer.words(request)
        share = planning.share_of(view.protocol, settings or view.settings, found)
        return {
            "estimate": found,
            "told": planning.tell_estimate(view.protocol, found, words, lang),
            "share": share.kind if found["units"] else None,
            "share_told": planning.tell_share(share, words),
            "least_repeats": planning.LEAST_REPEATS,
            "estimate_fault": None,
        }

    def _wishes(self, form: FormData, study: str) -> dict[str, object]:
        view = studies.view_of(self.bench, study)
        return wishes_of(form, [stage.id for stage in view.protocol.stages], self._groups(study))

    async def estimate(self, request: Request, study: str) -> Response:
        """The line for what the form says now; nothing is saved."""
        form = await self.site.form(request)

        def work() -> dict[str, object]:
            try:
                settings = lifecycle.wished_settings(self.bench, study, self._wishes(form, study))
                examples = planning.example_choices(self.bench, study, settings, self.site.renderer.language(request))
                return {**self._estimate(request, study, settings, intent_of_form(form)), "examples": examples}
            except JuryboxError as error:
                words = " ".join(message_of(fault) for fault in error.faults)
                return {**self._estimate(request, study), "estimate_fault": words, "examples": None}

        context = await run_in_threadpool(work)
        return self.site.renderer.page(request, "organiser/templates/study/design_answer.html", context)

    async def save(self, request: Request, study: str) -> Response:
        """Change the settings, then look at the check or at this page again."""
        form, who = await self.site.form(request), request.state.organiser

        def work() -> None:
            wishes, intent = self._wishes(form, study), intent_of_form(form)
            lifecycle.change_settings(self.bench, study, wishes, intent, who=who)

        try:
            await run_in_threadpool(work)
        except JuryboxError as error:
            return await self.refused(request, study, error)
        goes_on = form.get("then") == "check"
        return RedirectResponse(f"/studies/{study}/{'check' if goes_on else 'design?saved'}", 303)
