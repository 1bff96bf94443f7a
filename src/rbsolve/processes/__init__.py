"""How processes of the program begin: what each settles before it loads anything (`start.py`)."""
