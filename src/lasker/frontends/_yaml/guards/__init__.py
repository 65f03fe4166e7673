"""The language of guards: its words, its reader, the terms that it reads, and the guards of the paper."""
