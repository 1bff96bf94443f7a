"""The connection to lark, which reads texts by a grammar. `lexer.py` splits a text into tokens, and `loading.py` builds
the parser.

The grammars are in the packages of their readers: `language/syntax/deck.lark` and
`language/expressions/expression.lark`.
"""
