"""A second reader of Zug definitions, written from the reference alone."""
