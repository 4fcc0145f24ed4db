// A loader hook: the language service imports its schemas without the attribute
// that Node asks for.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

export async function load(url, context, next) {
  if (!url.endsWith(".json")) return next(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  return { format: "module", source: `export default ${text}`, shortCircuit: true };
}
