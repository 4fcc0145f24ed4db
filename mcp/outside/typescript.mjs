// Drives the server with the TypeScript client.
// usage: node typescript.mjs URL|PROGRAM
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { answers, calls, holds, refuses, tools } from "./expect.mjs";

const [target] = process.argv.slice(2);
const isHttp = target.startsWith("http:");
const version = JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("@modelcontextprotocol/client")))).version;

function transport() {
  if (isHttp) return new StreamableHTTPClientTransport(new URL(target));
  return new StdioClientTransport({ command: target, args: ["--demo", "--stdio"], stderr: "ignore" });
}

// The client's default is the older handshake: it has to end with a word about
// the revision, not with a hang.
const older = new Client({ name: "outside", version: "0" });
await assert.rejects(older.connect(transport()), "the older handshake is served");
await older.close();

const client = new Client({ name: "outside", version: "0" }, { versionNegotiation: { mode: "auto" } });
await client.connect(transport());
assert.equal(client.getServerVersion().name, "github-issues-mcp");

const listed = (await client.listTools()).tools;
assert.deepEqual(listed.map((tool) => tool.name), tools);
// The list is known now: structured content is checked against its schemas.
for (const call of calls.answers) answers(await client.callTool({ name: call.tool, arguments: call.arguments }), call);
for (const call of calls.refusals) refuses(await client.callTool({ name: call.tool, arguments: call.arguments }), call);

assert.deepEqual((await client.listResources()).resources.map((resource) => resource.uri), calls.resources);
const { resourceTemplates } = await client.listResourceTemplates();
assert.deepEqual(resourceTemplates.map((template) => template.uriTemplate), calls.templates);
for (const { uri, gives } of calls.reads) {
  const { contents } = await client.readResource({ uri });
  holds(JSON.parse(contents[0].text), gives, uri);
}
await assert.rejects(client.readResource({ uri: calls.missing.uri }), (error) => {
  assert.equal(error.code, calls.missing.rpc_code);
  assert.equal(error.data.machine_code, calls.missing.code);
  return true;
});
for (const { template, argument, chosen, values } of calls.completions) {
  const ref = { type: "ref/resource", uri: template };
  const { completion } = await client.complete({ ref, argument, context: { arguments: chosen } });
  assert.deepEqual(completion.values, values, `${template} ${argument.name}`);
}
await client.close();
console.log(
  `typescript client ${version} over ${isHttp ? "http" : "stdio"}: ${calls.answers.length} answers, ` +
    `${calls.refusals.length} refusals, ${calls.reads.length} reads, ${calls.completions.length} completions`,
);
