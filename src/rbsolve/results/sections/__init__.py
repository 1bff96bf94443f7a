"""The sections of a results file. Each section is one module with its writer and its reader."""
