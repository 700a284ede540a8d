"""What can be measured on a board, with the evidence: not only whether, but where."""
