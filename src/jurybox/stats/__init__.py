"""Numbers from numbers: agreement, bootstrap, ranking, correlation, power. Pure; imports nothing of ours."""
