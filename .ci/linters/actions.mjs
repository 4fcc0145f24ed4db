// Runs GitHub's own language service over action definitions and workflows, and
// fails on any finding of it, warnings and hints included.
// usage: node actions.mjs FILE...
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

register("./json.mjs", import.meta.url);
const { validate } = await import("@actions/languageservice");
const { TextDocument } = await import("vscode-languageserver-textdocument");
const { parse } = await import("yaml");

// What is looked up: this repository's own definitions and reusable workflows,
// which the examples call acme-garden/yukh. Those of others are pinned and can
// not be looked at from here.
const local = (name) => readFile(path.resolve(name), "utf8");
const isOwn = (owner, name) => owner === undefined || (owner === "acme-garden" && name === "yukh");
const config = {
  fileProvider: {
    getFileContent: async (reference) => {
      if (!isOwn(reference.owner, reference.repository)) throw new Error("not of this repository");
      return { name: reference.path, content: await local(reference.path) };
    },
  },
  actionsMetadataProvider: {
    fetchActionMetadata: async (action) =>
      isOwn(action.owner, action.name)
        ? parse(await local(path.join(action.path ?? "", "action.yml")))
        : { name: action.name, description: "of another repository" },
  },
};

let findings = 0;
for (const file of process.argv.slice(2)) {
  const uri = pathToFileURL(path.resolve(file)).href;
  const document = TextDocument.create(uri, "yaml", 1, await local(file));
  for (const { range, message } of await validate(document, config)) {
    console.log(`${file}:${range.start.line + 1}:${range.start.character + 1}: ${message}`);
    findings += 1;
  }
}
console.log(`language service: ${process.argv.length - 2} files, ${findings} findings`);
process.exitCode = findings === 0 ? 0 : 1;
