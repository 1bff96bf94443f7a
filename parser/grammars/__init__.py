"""How lark reads texts by a grammar: `lexer.py` cuts a text into tokens, `loading.py` makes the parser.

The grammars themselves stand where they are read with: `parser/syntax/deck.lark` and `parser/expressions/expression.lark`.
"""
