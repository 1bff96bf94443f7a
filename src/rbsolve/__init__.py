"""rbsolve: a Dymore-style input-deck solver for rigid-body dynamics."""
