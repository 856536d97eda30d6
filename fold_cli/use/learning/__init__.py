"""One run of the learner, from a problem to a theory that was run as it is written."""
