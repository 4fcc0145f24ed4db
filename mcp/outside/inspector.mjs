// Drives the server with the command line of the Inspector, one process a call.
// usage: node inspector.mjs URL|PROGRAM
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { answers, calls, holds, tools } from "./expect.mjs";

const [target] = process.argv.slice(2);
const isHttp = target.startsWith("http:");
const server = isHttp ? [target] : [target, "--demo", "--stdio"];
const place = fileURLToPath(new URL("node_modules/@modelcontextprotocol/inspector/", import.meta.url));
const { version, bin } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
// It keeps a catalogue of servers in the home folder.
const home = mkdtempSync(join(tmpdir(), "inspector-"));

function inspect(...options) {
  const inspector = join(place, bin["mcp-inspector"]);
  const all = [inspector, "--cli", ...server, "--protocol-era", "modern", "--quiet", ...options];
  return new Promise((resolve) => {
    const settings = { env: { PATH: process.env.PATH, HOME: home }, timeout: 60_000 };
    execFile(process.execPath, all, settings, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout, stderr });
    });
  });
}

async function result(...options) {
  const { code, stdout, stderr } = await inspect(...options);
  assert.equal(code, 0, `${options}: ${stderr}`);
  return JSON.parse(stdout);
}

const call = ({ tool, arguments: given }) =>
  ["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(given)];

const checks = [
  // Strict: a schema that other clients could stumble over is an error.
  async () => {
    const listed = await result("--method", "tools/list", "--strict");
    assert.deepEqual(listed.tools.map((tool) => tool.name), tools);
  },
  ...calls.answers.map((asked) => async () => answers(await result(...call(asked)), asked)),
  // Known of 2.12.0: it checks a refusal against the schema of answers and shows
  // neither the envelope nor its text. A version that shows them makes this
  // fail; then refusals are checked here as with the other clients, and the
  // README's word about it goes.
  ...calls.refusals.map((asked) => async () => {
    const { code, stdout, stderr } = await inspect(...call(asked));
    const hides = code === 1 && stdout === "" && /"message":"data must /.test(stderr);
    assert.ok(hides, `${version} no longer hides refusals: ${asked.tool}: exit ${code}\n${stdout}${stderr}`);
  }),
  async () => {
    const { resources } = await result("--method", "resources/list");
    assert.deepEqual(resources.map((resource) => resource.uri), calls.resources);
  },
  async () => {
    const { resourceTemplates } = await result("--method", "resources/templates/list");
    assert.deepEqual(resourceTemplates.map((template) => template.uriTemplate), calls.templates);
  },
  ...calls.reads.map(({ uri, gives }) => async () => {
    const { contents } = await result("--method", "resources/read", "--uri", uri);
    holds(JSON.parse(contents[0].text), gives, uri);
  }),
  async () => {
    const { code, stderr } = await inspect("--method", "resources/read", "--uri", calls.missing.uri);
    assert.equal(code, 1);
    assert.equal(JSON.parse(stderr).error.message, "Resource not found.");
  },
  // It has no method for completion; once it has, completion is checked here.
  async () => {
    const { stderr } = await inspect("--method", "completion/complete");
    assert.match(stderr, /Unsupported method: completion\/complete/);
  },
];

try {
  const left = [...checks];
  const work = async () => {
    for (let check = left.shift(); check; check = left.shift()) await check();
  };
  await Promise.all([work(), work()]);
} finally {
  rmSync(home, { recursive: true, force: true });
}
console.log(
  `inspector ${version} over ${isHttp ? "http" : "stdio"}: ${calls.answers.length} answers, ` +
    `${calls.refusals.length} refusals that it hides (known), ${calls.reads.length} reads`,
);
