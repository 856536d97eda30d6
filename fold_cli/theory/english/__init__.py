"""English for what theories say: declared sentences, and words for the rest."""
