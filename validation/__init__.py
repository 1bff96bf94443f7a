"""The validation book, with decks, quantities of their runs, and references that do not come from this program."""
