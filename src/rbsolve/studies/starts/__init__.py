"""An optimization from several starts, as a study. Each case is the local search from one start.

The evaluations of a case are stored in a journal in the study's folder (`search/journal.py`). The optimum follows from
the journals alone, so it does not depend on the processes that wrote them, or on interruptions.
"""
