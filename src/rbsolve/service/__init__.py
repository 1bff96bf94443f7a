"""The service: decks over HTTP, solved by workers on the same store and with the same supervisor as studies.

`application.py` puts it together; `requests` has what is answered, `checking.py` takes decks that nobody vouches for. `worker.py` solves;
`client.py` is the other end.
"""
