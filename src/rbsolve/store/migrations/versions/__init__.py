"""The versions of the tables, with a file for each version, which alembic runs."""
