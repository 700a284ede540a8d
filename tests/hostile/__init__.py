"""Files of a stranger: code in every text they hold, and every output there is."""
