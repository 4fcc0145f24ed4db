// What a browser makes of the pages: sorting, filtering, keyboard, paper, names,
// contrast, and that nothing is loaded, refused or complained about.
// usage: node check.mjs BROWSER PAGES SCREENSHOTS
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, pages, screenshots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({
  executablePath,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});

// Opens a page; whatever goes wrong in it is collected, and judged when it is
// left.
async function visit(name, options, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const url = pathToFileURL(resolve(pages, name)).href;
  const wrong = [];
  page.on("console", (message) => wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error}`));
  page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) wrong.push(`request: ${request.url()}`);
  });
  if (options.javaScriptEnabled !== false) {
    await page.addInitScript(() => {
      window.violations = [];
      document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
    });
  }
  const begun = performance.now();
  await page.goto(url);
  const loaded = performance.now() - begun;
  await act(page, loaded);
  if (options.javaScriptEnabled !== false) {
    wrong.push(...(await page.evaluate(() => window.violations)));
  }
  assert.deepEqual(wrong, [], name);
  await context.close();
}

const shoot = (page, name, fullPage = true) => page.screenshot({ path: join(screenshots, `${name}.png`), fullPage });

// No rule of axe is broken by what is shown.
async function accessible(page, name) {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html).join(" ")}`);
  });
  assert.deepEqual(found, [], name);
}

// Nothing stands beyond the right edge.
async function fits(page, name) {
  const [inside, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(inside <= width, `${name}: ${inside} of ${width}`);
}

// Rows are alike: axe looks at some of each status.
async function narrowed(page) {
  const hide = () => {
    const met = {};
    for (const row of document.querySelectorAll(".board tbody tr")) {
      met[row.dataset.status] = (met[row.dataset.status] ?? 0) + 1;
      row.hidden = met[row.dataset.status] > 3;
    }
  };
  await page.evaluate(hide);
}

const column = (page, index) =>
  page.evaluate((index) => {
    const rows = [...document.querySelectorAll(".board tbody tr")].filter((row) => !row.hidden);
    return rows.map((row) => row.cells[index].textContent.trim());
  }, index);
const count = (page) => page.getByRole("status").textContent();
const isSorted = (values, order) => values.every((value, index) => index === 0 || order(values[index - 1], value) <= 0);
const byNumber = (a, b) => Number(a) - Number(b);

// How long it takes from an act to the frame that shows it. The act is text,
// since the page's policy forbids to make a function of one.
const timed = (page, act) =>
  page.evaluate(`new Promise((done) => {
    const begun = performance.now();
    ${act};
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  })`);

async function sorting(page) {
  for (const [index, name] of [[0, "Issue"], [2, "Findings"], [3, "Changes"]]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    const head = page.locator(".board th").nth(index);
    assert.equal(await head.getAttribute("aria-sort"), "ascending");
    assert.ok(isSorted(await column(page, index), byNumber), name);
    await button.click();
    assert.equal(await head.getAttribute("aria-sort"), "descending");
    assert.ok(isSorted(await column(page, index), (a, b) => byNumber(b, a)), name);
    assert.equal(await page.locator(".board [aria-sort]").count(), 1);
  }
  // With the keyboard alone.
  await page.getByLabel("Status", { exact: true }).focus();
  for (const [key, order] of [["Enter", byNumber], [" ", (a, b) => byNumber(b, a)]]) {
    if (key === "Enter") await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Issue");
    await page.keyboard.press(key);
    assert.ok(isSorted(await column(page, 0), order), key);
  }
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", "the focus is seen");
  // The statuses are in their order, and not in that of the alphabet.
  await page.getByRole("button", { name: "Status", exact: true }).click();
  const statuses = [...new Set(await column(page, 1))].map((told) => told.replace(/^\S+ /, ""));
  const order = ["error", "deferred", "drift", "absent", "no_contract", "archived", "converged"];
  assert.deepEqual(statuses, order.filter((status) => statuses.includes(status)));
}

async function filtering(page, all) {
  assert.equal(await count(page), `${all} issues shown`);
  const search = page.getByLabel("Search");
  await search.fill("ATTIC no such");
  assert.equal(await count(page), `0 of ${all} issues shown`);
  await search.fill("ykp-plan");
  const found = await column(page, 4);
  assert.ok(found.length > 0 && found.every((told) => told.includes("YKP-PLAN")), "by code");
  assert.equal(await count(page), `${found.length} of ${all} issues shown`);
  await search.fill("");
  const status = page.getByLabel("Status", { exact: true });
  await status.selectOption("drift");
  assert.deepEqual([...new Set(await column(page, 1))], ["~ drift"]);
  await status.selectOption("error deferred drift");
  assert.deepEqual([...new Set(await column(page, 1))].sort(), ["~ drift", "✗ error"]);
  // A link to a row that is hidden shows it, unfolded.
  await status.selectOption("converged");
  const link = page.locator("#findings a").first();
  const target = await link.getAttribute("href");
  await link.click();
  const row = page.locator(target);
  await row.locator("details[open]").waitFor();
  assert.ok(await row.isVisible());
  assert.equal(await count(page), `${all} of ${all} issues shown`);
}

async function figures(page, all, loaded) {
  // An even number of runs: what is typed is taken away again.
  const median = async (act) => {
    const times = [];
    for (let run = 0; run < 6; run += 1) times.push(await timed(page, act));
    return times.sort((a, b) => a - b)[2];
  };
  const type = (words) => `const field = document.getElementById("filter-text");
    field.value = field.value === "" ? "${words}" : "";
    field.dispatchEvent(new Event("input"));`;
  const sort = await median("document.querySelectorAll('.board th button')[0].click()");
  const filter = await median(type("attic"));
  const shown = [["load", loaded], ["sort", sort], ["filter", filter]];
  console.log(`${all} issues: ${shown.map(([name, time]) => `${name} ${Math.round(time)} ms`).join(", ")}`);
  return sort + filter;
}

// On paper everything is unfolded, and there is nothing to press.
async function paper(page, name) {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".controls").isVisible(), false);
  assert.equal(await page.locator("nav").isVisible(), false);
  const hidden = await page.evaluate(() => {
    const folded = [...document.querySelectorAll("details > :not(summary)")];
    return [folded.length, folded.filter((part) => part.getBoundingClientRect().height === 0).length];
  });
  assert.ok(hidden[0] > 0 || !name.startsWith("audit"), name);
  assert.equal(hidden[1], 0, name);
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(ground, "rgb(255, 255, 255)");
  await page.pdf({ path: join(screenshots, `${name}.pdf`), format: "A4" });
  await page.emulateMedia({ media: "screen" });
}

let small = 0;
let large = 0;
for (const name of ["plan", "hostile", "comparison", "worlds", "merged", "audit-small"]) {
  await visit(`${name}.html`, {}, async (page, loaded) => {
    await fits(page, name);
    await shoot(page, `${name}-light`, name !== "audit-small" && name !== "worlds");
    if (name === "audit-small") small = await figures(page, 300, loaded);
    if (["plan", "audit-small", "comparison"].includes(name)) await paper(page, name);
    await narrowed(page);
    await accessible(page, name);
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page, name);
    await shoot(page, `${name}-narrow`, false);
  });
  await visit(`${name}.html`, { colorScheme: "dark" }, async (page) => {
    await narrowed(page);
    await shoot(page, `${name}-dark`, false);
    await accessible(page, name);
  });
}
await visit("audit.html", {}, async (page, loaded) => {
  await filtering(page, 2000);
  await sorting(page);
  large = await figures(page, 2000, loaded);
  await shoot(page, "audit", false);
  await page.getByLabel("Search").fill("123");
  await page.locator(".board tbody tr:not([hidden]) details").first().evaluate((details) => (details.open = true));
  await accessible(page, "audit");
});
// A table seven times as long takes longer, and not out of proportion.
assert.ok(large < 7 * 6 * Math.max(small, 10), `${large} ms where ${small} ms were enough for 300 issues`);

// Without the script all of it can be read.
await visit("audit-small.html", { javaScriptEnabled: false }, async (page) => {
  assert.equal(await page.locator(".board tbody tr:visible").count(), 300);
  assert.equal(await page.locator(".controls").isVisible(), false);
  assert.equal(await page.getByRole("button").count(), 0);
  await page.locator(".board summary").first().click();
  assert.equal(await page.locator(".board details[open]").count(), 1);
});

await browser.close();
console.log("pages: light and dark, wide and narrow, on paper and without script: nothing to complain about");
