// What every client has to see: calls.json, and what holds for all answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

export const calls = JSON.parse(readFileSync(new URL("calls.json", import.meta.url), "utf8"));

/** The names of the eight tools, in the order of the list. */
export const tools = [...new Set(calls.answers.map((call) => call.tool))].sort();

/** Fails where something expected is missing. Lists are as long as expected; objects may hold more. */
export function holds(actual, expected, where) {
  if (expected === null || typeof expected !== "object") return assert.equal(actual, expected, where);
  if (Array.isArray(expected)) assert.equal(actual?.length, expected.length, `${where}: length`);
  for (const [name, value] of Object.entries(expected)) holds(actual?.[name], value, `${where}.${name}`);
}

/** Fails where a result is not the answer of a call. */
export function answers(result, call) {
  assert.ok(!result.isError, `${call.tool}: ${JSON.stringify(result)}`);
  holds(result.structuredContent, call.gives, call.tool);
  for (const name of call.has ?? []) assert.ok(name in result.structuredContent, `${call.tool}.${name}`);
  // The text says the same, for clients that show nothing else.
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent, call.tool);
}

/** Fails where a result is not the refusal of a call. */
export function refuses(result, call) {
  assert.equal(result.isError, true, call.tool);
  const envelope = result.structuredContent;
  assert.equal(envelope.code, call.code, call.tool);
  assert.equal(typeof envelope.temporary, "boolean", call.tool);
  assert.ok("retry_after_ms" in envelope && envelope.request_id.startsWith("req_"), call.tool);
  const text = result.content[0].text;
  assert.ok(text.includes(call.code) && text.includes(envelope.message), `${call.tool}: ${text}`);
}
