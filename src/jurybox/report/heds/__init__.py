"""What the Human Evaluation Datasheet asks, and what of it is known."""

from jurybox.report.heds.design import DESIGN_ANSWERS
from jurybox.report.heds.numbers import GROUPS, QUALITY
from jurybox.report.heds.quality import QUALITY_ANSWERS, cluster_rule

__all__ = ["DESIGN_ANSWERS", "GROUPS", "QUALITY", "QUALITY_ANSWERS", "cluster_rule"]
