"""The command line: one subcommand a file, imported when it is called."""
