"""Studies: many cases of one deck, or many decks, solved by processes that may die at any time without loss of solved cases.

`design` defines the cases, and `disk` the folder of a study. `preparation` decides which cases must be solved.
`running` solves chunks of cases under a supervisor on one of the `engines`. `collecting` creates one file, a table or a
plot of the rows. `study.py` has the class `Study` for users.
"""
