"""The endpoints of the service for jobs, studies, events and files, and the documents of requests and answers."""
