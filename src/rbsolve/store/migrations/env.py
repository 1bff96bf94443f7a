"""Connects alembic to the database by the connection or the URL from `rbsolve.store.schema`."""

from __future__ import annotations

from alembic import context
from sqlalchemy import NullPool, create_engine

from rbsolve.store.postgresql import encryption

attributes = context.config.attributes
if context.is_offline_mode():
    context.configure(url=attributes["url"], literal_binds=True)
    context.run_migrations()
elif attributes["connection"] is not None:
    context.configure(connection=attributes["connection"])
    context.run_migrations()
else:
    url = attributes["url"]
    # The pool closes each connection after its use.
    engine = create_engine(url, connect_args=encryption(url), poolclass=NullPool)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # prevent two processes from creating the tables simultaneously
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7205759403792793)")
        context.configure(connection=connection)
        context.run_migrations()
