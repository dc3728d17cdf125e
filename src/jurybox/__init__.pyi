from jurybox.client import Client as Client
from jurybox.client import Rater as Rater
from jurybox.client import Ratings as Ratings
from jurybox.client import Study as Study
from jurybox.client import analyse as analyse
from jurybox.client import connect as connect
from jurybox.client import open as open
from jurybox.client import write_report as write_report
from jurybox.core.errors import Busy as Busy
from jurybox.core.errors import Conflict as Conflict
from jurybox.core.errors import Denied as Denied
from jurybox.core.errors import Forbidden as Forbidden
from jurybox.core.errors import JuryboxError as JuryboxError
from jurybox.core.errors import NotFound as NotFound
from jurybox.core.errors import Refused as Refused
from jurybox.core.errors import StoreFull as StoreFull
from jurybox.core.errors import TooMany as TooMany

__version__: str
