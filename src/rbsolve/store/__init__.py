"""The job store: the cases of each study, their solvers, and their outcomes; SQLite or PostgreSQL.

`schema.py` and `migrations/` are the tables (SQLAlchemy, alembic); `database.py`, `sqlite.py` and `postgresql.py` run
prepared statements; `leases.py` hands out chunks of cases, `records.py` keeps studies and counts. Nothing here solves.
"""
