"""Connects the readers to lark, which parses texts by grammars. `lexer.py` splits a text into tokens, and `loading.py`
creates the parser.

The grammars are in the packages of their readers: `language/syntax/deck.lark` and
`language/expressions/expression.lark`.
"""
