"""Receives decks over HTTP, and solves them in workers. The service uses the same store and the same supervisor as
studies.

`application.py` assembles the service, `requests` contains the request handlers, and `checking.py` checks untrusted
decks in the processes of `checkers.py`. `worker.py` solves jobs, and `client.py` is the HTTP client.
"""
