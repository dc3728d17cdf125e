"""Planning a study before it opens: what it costs and can find, what would go wrong, and the plan that is sealed."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.planning.check import CODES, LEAST_REPEATS, Remark
    from jurybox.studies.planning.checks import CheckSupply, check_supply
    from jurybox.studies.planning.decides import Decider, decider_of, deciders
    from jurybox.studies.planning.estimate import Difference, PlanEstimate
    from jurybox.studies.planning.examples import ExampleChoice, ExampleChoices, example_choices
    from jurybox.studies.planning.intent import Intent, sound_intent
    from jurybox.studies.planning.languages import TextsLanguages, texts_languages
    from jurybox.studies.planning.look import check_study, estimate_study, groups_of, supply_of
    from jurybox.studies.planning.material import meant
    from jurybox.studies.planning.plan import Plan, PlanFacts, plan_facts, plan_now, plan_of, seal
    from jurybox.studies.planning.share import SHARES, RaterShare, share_of, tell_share
    from jurybox.studies.planning.told import FIGURES, SIZES, TOLD, ToldEstimate, tell_estimate, tell_remark
else:
    __getattr__ = door(__name__)

__all__ = [
    "CODES",
    "FIGURES",
    "LEAST_REPEATS",
    "SHARES",
    "SIZES",
    "TOLD",
    "CheckSupply",
    "Decider",
    "Difference",
    "ExampleChoice",
    "ExampleChoices",
    "Intent",
    "Plan",
    "PlanEstimate",
    "PlanFacts",
    "RaterShare",
    "Remark",
    "TextsLanguages",
    "ToldEstimate",
    "check_study",
    "check_supply",
    "decider_of",
    "deciders",
    "estimate_study",
    "example_choices",
    "groups_of",
    "meant",
    "plan_facts",
    "plan_now",
    "plan_of",
    "seal",
    "share_of",
    "sound_intent",
    "supply_of",
    "tell_estimate",
    "tell_remark",
    "tell_share",
    "texts_languages",
]
