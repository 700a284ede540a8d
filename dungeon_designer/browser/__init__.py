"""The checker as a page for any browser: what its worker asks of Python, and the files of the page itself.

`scripts/build_web.py` builds a static folder from this package, from the modules of the coaches' page and from
Pyodide, a Python for browsers. Nothing here needs a server, and nothing leaves the browser.
"""
