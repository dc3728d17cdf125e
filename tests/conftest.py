"""What all tests share. Fixtures live in tests/fixtures, one module per thing; name a new module here."""

pytest_plugins = [
    "tests.fixtures.memory",
    "tests.fixtures.again",
    "tests.fixtures.costs",
    "tests.fixtures.order",
    "tests.fixtures.doctests",
    "tests.fixtures.tools",
    "tests.fixtures.postgres",
    "tests.fixtures.browser",
    "tests.fixtures.databases",
    "tests.fixtures.object_store",
    "tests.fixtures.passwords",
    "tests.fixtures.web",
    "tests.fixtures.command_line",
    "tests.fixtures.workshop",
]
