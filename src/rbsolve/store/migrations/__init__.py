"""The migrations that create the tables of a store. `env.py` configures alembic, and `versions/` contains the steps."""
