"""The sections of a results file: one module for each, with its writer and its reader."""
