"""From the log of a study to findings, and from findings to pages and reports."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.results.analyse import (
        Agreement,
        AskedReading,
        Comparison,
        Findings,
        Flag,
        Level,
        Options,
        Ranked,
        RatingsReading,
        Table,
        TagAgreement,
        analyse_study,
        files_among,
        findings_of,
        nothing_found,
        read_ratings,
        reading_of,
        table_of_study,
    )
    from jurybox.studies.results.findings import (
        FINDINGS_JOB,
        Kept,
        ResultsOptions,
        ResultsState,
        ask,
        compute,
        from_json,
        look,
        read_wish,
    )
    from jurybox.studies.results.naming import rater_names, renamed_systems, with_rater_names
    from jurybox.studies.results.page import (
        Pieces,
        findings_style,
        offers_halves,
        pieces_of,
        raters_of,
        report_page,
        tokens_style,
    )
    from jurybox.studies.results.report import check_language, report_files, write_report
    from jurybox.studies.results.report_bundle import BUNDLE_JOB, ask_bundle, bundle_state, find_bundle, make_bundle
    from jurybox.studies.results.told import Flagged, Told, tell_findings
else:
    __getattr__ = door(__name__)

__all__ = [
    "BUNDLE_JOB",
    "FINDINGS_JOB",
    "Agreement",
    "AskedReading",
    "Comparison",
    "Findings",
    "Flag",
    "Flagged",
    "Kept",
    "Level",
    "Options",
    "Pieces",
    "Ranked",
    "RatingsReading",
    "ResultsOptions",
    "ResultsState",
    "Table",
    "TagAgreement",
    "Told",
    "analyse_study",
    "ask",
    "ask_bundle",
    "bundle_state",
    "check_language",
    "compute",
    "files_among",
    "find_bundle",
    "findings_of",
    "findings_style",
    "from_json",
    "look",
    "make_bundle",
    "nothing_found",
    "offers_halves",
    "pieces_of",
    "rater_names",
    "raters_of",
    "read_ratings",
    "read_wish",
    "reading_of",
    "renamed_systems",
    "report_files",
    "report_page",
    "table_of_study",
    "tell_findings",
    "tokens_style",
    "with_rater_names",
    "write_report",
]
