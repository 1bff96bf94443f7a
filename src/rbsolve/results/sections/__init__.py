"""The sections of a results file. Each section is a module with its writer and its reader."""
