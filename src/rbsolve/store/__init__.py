"""The job store, which contains the cases of each study, their solvers, and their outcomes. The job store uses SQLite
or PostgreSQL.

`schema.py` and `migrations/` define the tables (SQLAlchemy, alembic). `database.py`, `sqlite.py` and `postgresql.py`
run prepared statements. `leases.py` leases chunks of cases, and `records.py` stores studies and counts. This package
solves no cases.
"""
