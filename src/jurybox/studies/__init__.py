"""Use cases: the only room that joins protocols, store, exchange, design and analysis."""
