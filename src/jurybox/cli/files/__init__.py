"""Commands that carry studies in and out: export, backup, ratings, workbooks, Label Studio, films."""

from jurybox.cli.files.backup import register as register_backup
from jurybox.cli.files.export import register as register_export
from jurybox.cli.files.film import register as register_film
from jurybox.cli.files.formats import register as register_formats
from jurybox.cli.files.import_ratings import app as import_app
from jurybox.cli.files.label_studio import app as label_studio_app
from jurybox.cli.files.workbook import app as workbook_app

__all__ = [
    "import_app",
    "label_studio_app",
    "register_backup",
    "register_export",
    "register_film",
    "register_formats",
    "workbook_app",
]
