"""What pincite needs from outside, as Protocols. `pincite.testing` holds a contract suite for each."""
