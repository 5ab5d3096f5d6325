// The tests of the index's columns.
