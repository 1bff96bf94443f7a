"""How lark reads texts by a grammar: `lexer.py` splits a text into tokens, `loading.py` makes the parser.

The grammars are in the packages of their readers: `language/syntax/deck.lark` and
`language/expressions/expression.lark`.
"""
