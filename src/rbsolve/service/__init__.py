"""The service: decks over HTTP, solved by workers on the same store and with the same supervisor as studies.

`application.py` puts it together; `jobs.py` and `studies.py` answer requests, `events.py` tells watchers what happens, `uploads.py` and
`checking.py` take decks that nobody vouches for. `worker.py` solves; `client.py` is the other end.
"""
