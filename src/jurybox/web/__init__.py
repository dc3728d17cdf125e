"""The HTTP side: pages and routes for raters and organisers."""
