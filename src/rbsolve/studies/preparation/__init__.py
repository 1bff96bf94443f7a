"""From a request to the cases that a study must solve, and the rows that it can reuse."""
