"""The endpoints of the service: jobs, studies, events and files, and the documents that go in and out."""
