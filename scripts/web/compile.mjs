// Compile the Python modules below a folder with Pyodide's own Python: `node compile.mjs PYODIDE FOLDER OPTIMISE`.
// Each `x.py` becomes `x.pyc`, which Python imports where there is no `x.py`.
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {  // not the source of Pyodide, all of which is one line
  console.error(String(error.message ?? error));
  process.exit(1);
});

const [packages, folder, optimise] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${packages}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: packages });
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/stage");
python.runPython(`
import pathlib, py_compile
for path in sorted(pathlib.Path("/stage").rglob("*.py")):
    name = str(path.relative_to("/stage"))
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(path), str(path) + "c", name, doraise=True, optimize=${Number(optimise)}, invalidation_mode=mode)
    path.unlink()
`);
