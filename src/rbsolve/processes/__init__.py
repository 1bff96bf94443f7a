"""How processes of the program start: what each settles before it loads anything (`start.py`)."""
