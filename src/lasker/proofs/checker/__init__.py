"""The checker of certificates, which shares no search with what writes them."""
