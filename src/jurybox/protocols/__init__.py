"""Reading protocols, naming all their faults at once, and the shelf of ready ones."""
