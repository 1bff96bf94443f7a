"""What the service answers at its addresses: jobs, studies, events and files, and the documents that go in and out."""
