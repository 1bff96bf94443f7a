"""The service: decks over HTTP, solved by workers on the same store and with the same supervisor as studies.

`application.py` puts it together; `requests` has the answers, `checking.py` checks untrusted decks. `worker.py` solves;
`client.py` is the other end.
"""
