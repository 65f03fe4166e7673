"""What bit programs mean: an evaluator over Python's integers."""
