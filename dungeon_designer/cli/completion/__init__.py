"""Completion of commands, options and values when a user presses TAB in bash, zsh or fish."""
