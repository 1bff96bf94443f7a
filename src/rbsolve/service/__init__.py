"""The service: decks over HTTP, solved by workers on the same store and with the same supervisor as studies.

`application.py` assembles the service, `requests` contains the request handlers, and `checking.py` checks untrusted
decks. `worker.py` solves jobs; `client.py` is the HTTP client.
"""
