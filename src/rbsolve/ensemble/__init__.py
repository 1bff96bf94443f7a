"""Many cases of one deck that differ in their parameters: parsed once, solved side by side, the bits of each those of a single run.

`variation.py` describes a case, `case.py` solves one, `solving.py` spreads them over threads, `ensemble.py` is what a user gets.
"""
