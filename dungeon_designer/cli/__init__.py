"""Commands of the program, one module for each; a module is imported when its command is called."""
