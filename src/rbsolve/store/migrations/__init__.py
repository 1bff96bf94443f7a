"""The migrations that create the tables of a store: `env.py` configures alembic, `versions/` contains the steps."""
