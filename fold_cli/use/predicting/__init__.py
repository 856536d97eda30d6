"""What a theory says of new examples, and how sure it is."""
