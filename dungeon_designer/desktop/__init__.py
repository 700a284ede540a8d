"""The program in a desktop's menu: its entry, its icon, and the types of its files."""
