// Goes with the first test.
