"""What users give, read as sources: paths, text, atoms, frames, theories, options."""
