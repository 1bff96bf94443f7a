"""The versions of the tables, one file each, run by alembic."""
