"""Games of Zillions (.zrf): board, pieces, set-up and ends, read into outlines and written from them."""
