"""How lark reads texts by a grammar: `lexer.py` cuts a text into tokens, `loading.py` makes the parser.

The grammars themselves stand where they are read with: `language/syntax/deck.lark` and `language/expressions/expression.lark`.
"""
