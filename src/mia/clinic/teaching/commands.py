"""``mia eval-cases export``: what a practice has reviewed leaves it, for Mia's tests."""

import argparse
import sys

from mia.clinic.teaching.case_file import case_file
from mia.clinic.teaching.cases import hand_out_cases
from mia.identity import service as identity
from mia.platform.db.session import Database
from mia.platform.kernel.scope import SystemScope

_ACTOR = "eval-cases"


async def run(options: argparse.Namespace, database: Database) -> int:
    """Write the reviewed cases of a practice to stdout; returns the exit status."""
    async with database.system(SystemScope.LOGIN) as system:
        clinic = await identity.find_clinic(system, options.clinic)
    if clinic is None:
        sys.stderr.write("There is no clinic with this slug\n")
        return 1
    async with database.clinic(identity.service_scope(clinic.id, _ACTOR)) as session:
        cases = await hand_out_cases(session)
    if not cases:
        sys.stderr.write("No case is reviewed yet: they are in Settings, Mia\n")
    sys.stdout.write(case_file(cases, options.at))
    return 0
