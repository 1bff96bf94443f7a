"""The versions of the tables, one file for each, run by alembic."""
