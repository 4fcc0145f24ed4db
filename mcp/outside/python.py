"""Drives the server with the Python client.

usage: python python.py URL|PROGRAM
"""

import asyncio
import importlib.metadata
import json
import os
import pathlib
import sys

import mcp_types
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client

CALLS = json.loads(pathlib.Path(__file__).with_name("calls.json").read_text(encoding="utf-8"))


def check(condition: object, where: str) -> None:
    """Fails with a place; `assert` would be left out with -O."""
    if not condition:
        raise AssertionError(where)


def holds(actual: object, expected: object, where: str) -> None:
    """Fails where something expected is missing. Lists are as long as expected; objects may hold more."""
    if isinstance(expected, dict):
        check(isinstance(actual, dict), where)
        for name, value in expected.items():
            check(name in actual, f"{where}.{name}")
            holds(actual[name], value, f"{where}.{name}")
    elif isinstance(expected, list):
        check(isinstance(actual, list) and len(actual) == len(expected), f"{where}: length")
        for index, value in enumerate(expected):
            holds(actual[index], value, f"{where}.{index}")
    else:
        check(actual == expected, f"{where}: {actual!r} is not {expected!r}")


async def call_tools(client: Client) -> None:
    """Each tool: an answer and a refusal."""
    for call in CALLS["answers"]:
        result = await client.call_tool(call["tool"], call["arguments"])
        check(not result.is_error, f"{call['tool']}: {result}")
        holds(result.structured_content, call["gives"], call["tool"])
        for name in call.get("has", []):
            check(name in result.structured_content, f"{call['tool']}.{name}")
        check(json.loads(result.content[0].text) == result.structured_content, call["tool"])
    for call in CALLS["refusals"]:
        result = await client.call_tool(call["tool"], call["arguments"])
        envelope = result.structured_content
        check(result.is_error and envelope["code"] == call["code"], f"{call['tool']}: {result}")
        check(isinstance(envelope["temporary"], bool) and "retry_after_ms" in envelope, call["tool"])
        text = result.content[0].text
        check(call["code"] in text and envelope["message"] in text, f"{call['tool']}: {text}")


async def read_resources(client: Client) -> None:
    """Lists, templates, reads and one that is missing."""
    listed = await client.list_resources()
    check([str(resource.uri) for resource in listed.resources] == CALLS["resources"], "resources/list")
    listed = await client.list_resource_templates()
    templates = [template.uri_template for template in listed.resource_templates]
    check(templates == CALLS["templates"], "resources/templates/list")
    for read in CALLS["reads"]:
        result = await client.read_resource(read["uri"])
        holds(json.loads(result.contents[0].text), read["gives"], read["uri"])
    missing = CALLS["missing"]
    try:
        await client.read_resource(missing["uri"])
    except MCPError as error:
        check(error.error.code == missing["rpc_code"], str(error))
        check(error.error.data["machine_code"] == missing["code"], str(error))
    else:
        check(False, "a missing resource is read")


async def complete(client: Client) -> None:
    """Variables of templates."""
    for asked in CALLS["completions"]:
        ref = mcp_types.ResourceTemplateReference(type="ref/resource", uri=asked["template"])
        result = await client.complete(ref, asked["argument"], asked["chosen"] or None)
        check(result.completion.values == asked["values"], f"{asked['argument']}: {result.completion}")


async def main(target: str) -> None:
    is_http = target.startswith("http:")
    program = StdioServerParameters(command=target, args=["--demo", "--stdio"])
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        # Nothing is chosen: the client finds the revision by itself.
        async with Client(target if is_http else stdio_client(program, errlog=nowhere)) as client:
            listed = await client.list_tools()
            names = sorted({call["tool"] for call in CALLS["answers"]})
            check([tool.name for tool in listed.tools] == names, "tools/list")
            await call_tools(client)
            await read_resources(client)
            await complete(client)
    counts = [len(CALLS[part]) for part in ("answers", "refusals", "reads", "completions")]
    print(
        "python client {} over {}: {} answers, {} refusals, {} reads, {} completions".format(
            importlib.metadata.version("mcp"), "http" if is_http else "stdio", *counts
        )
    )


asyncio.run(main(sys.argv[1]))
