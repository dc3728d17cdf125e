"""From the log of a study to the table that every analysis starts from."""

from jurybox.studies.tabling.reading import study_table, table_of

__all__ = ["study_table", "table_of"]
