"""The use cases, and the only room that joins the others."""
