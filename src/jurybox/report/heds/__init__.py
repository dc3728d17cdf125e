"""What the Human Evaluation Datasheet asks, and what of it is known."""
