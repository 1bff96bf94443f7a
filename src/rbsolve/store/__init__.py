"""Provides the job store, a database in SQLite or PostgreSQL. It contains the cases of each study, with their solvers
and outcomes.

`schema.py` and `migrations/` define the tables (SQLAlchemy, alembic). `database.py`, `sqlite.py` and `postgresql.py`
run prepared statements. `leases.py` leases chunks of cases, and `records.py` stores studies and counts. This package
solves no cases.
"""
