"""`rbsolve token`: manages access tokens of a service."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from rbsolve.cli.exit_codes import ExitCode, UsageError
from rbsolve.cli.messages import say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from rbsolve.cli.commands.serve import add_store_options

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, help="what to do")
    create = actions.add_parser("create", help="create a token and print it once")
    create.add_argument("name", metavar="NAME", help="the account; all tokens of an account see the same jobs")
    create.add_argument(
        "--role",
        choices=("user", "admin"),
        default="user",
        help="an admin sees the jobs of all accounts; default: user",
    )
    add_store_options(create)
    add_store_options(actions.add_parser("list", help="list tokens"))
    revoke = actions.add_parser("revoke", help="revoke all tokens of an account")
    revoke.add_argument("name", metavar="NAME", help="the account")
    add_store_options(revoke)


def run(arguments: argparse.Namespace) -> int:
    """Create, list or revoke tokens."""
    from rbsolve.cli.commands.serve import store_of
    from rbsolve.store import accounts
    from rbsolve.store.opening import open_store

    database = open_store(store_of(arguments))
    try:
        if arguments.action == "create":
            if not arguments.name.strip() or not arguments.name.isprintable():
                raise UsageError("the name of an account must be one printable word")
            try:
                made = accounts.create_token(database, arguments.name, arguments.role)
            except ValueError as error:
                raise UsageError(str(error)) from error
            print(made)
            say("save it now, because it is not shown again")
        elif arguments.action == "list":
            for token in accounts.list_tokens(database):
                since = datetime.fromtimestamp(token.created, UTC).isoformat(timespec="seconds")
                state = "valid" if token.revoked is None else "revoked"
                print(f"{token.name}\t{token.role}\t{since}\t{state}")
        elif not accounts.revoke_tokens(database, arguments.name):
            raise UsageError(f"{arguments.name} has no valid token")
    finally:
        database.close()
    return ExitCode.DONE
