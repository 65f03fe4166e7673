"""Chess as laws in prose: the ProofWiki page (seed 003) and the FIDE Laws, as plain functions.

The two readings share a small vocabulary, squares, positions and FEN, and no rule of play:

        squares    names of squares, and the squares between two of them
        position   pieces, side to move, castling rights, en passant square, clocks
    fen        positions as text
    fide       the FIDE Laws of Chess (2023), article by article
    printed    the page of ProofWiki, sentence by sentence, mistakes included
    small      all positions of a few pieces, smallest first

>>> from lasker.formulations.laws import fide, printed
>>> fen = "8/P7/8/8/8/8/8/k1K5 w - - 0 1"
>>> [move for move in fide.legal_moves(fide.read(fen)) if move.startswith("a7")]
['a7a8b', 'a7a8n', 'a7a8q', 'a7a8r']
>>> [move for move in printed.legal_moves(printed.read(fen)) if move.startswith("a7")]
['a7a8']
"""
