"""From judgements to findings, each with its evidence and what was left out."""
