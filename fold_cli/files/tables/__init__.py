"""Tables (CSV, TSV, ARFF) straight to bit sets and columns, without Prolog."""
