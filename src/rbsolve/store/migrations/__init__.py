"""How the tables of a store came to be: `env.py` for alembic, `versions/`."""
