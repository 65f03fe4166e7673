"""Bit programs: what move groups become before they are C, and what they mean."""
