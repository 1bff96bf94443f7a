"""Results as text, as tables, and as data for a screen."""
