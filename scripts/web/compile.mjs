// Compile the Python modules below a folder with Pyodide's own Python: `node compile.mjs PYODIDE FOLDER PACKAGES`.
// Each `x.py` becomes `x.pyc`, which Python imports where there is no `x.py`. Only the named packages, separated by
// commas, keep their docstrings and assertions. Columns of error messages are left out everywhere: a quarter of the size.
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {  // not the source of Pyodide, all of which is one line
  console.error(String(error.message ?? error));
  process.exit(1);
});

const [packages, folder, whole] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${packages}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: packages, env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/stage");
python.runPython(`
import pathlib, py_compile
whole = ${JSON.stringify(whole.split(","))}
for path in sorted(pathlib.Path("/stage").rglob("*.py")):
    name = str(path.relative_to("/stage"))
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    optimise = 0 if name.partition("/")[0] in whole else 2
    py_compile.compile(str(path), str(path) + "c", name, doraise=True, optimize=optimise, invalidation_mode=mode)
    path.unlink()
`);
