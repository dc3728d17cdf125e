"""Files in and out: workbooks, tables, JSON lines, other tools' formats, media."""
