"""The sections of a results file, a module each: how one is written, and what reads it again."""
