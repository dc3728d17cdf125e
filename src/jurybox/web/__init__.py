"""HTTP: the rater's page and API, the organiser's pages and API."""
