import { afterAll, beforeAll, expect, test } from "vitest";
import { linkTo, pageFiles } from "../../scripts/site/pages.ts";
import { buildDocs, type ShownPage, Visit } from "./built-site.ts";
import { findBrowser } from "./install-chromium.ts";

// The build alone takes a minute on a busy machine.
const isLookedAt = process.env.FULL === "1" && findBrowser() !== undefined;
const limitMs = 600_000;
const addresses = pageFiles().map(linkTo);

let visit: Visit;

beforeAll(async () => {
  if (!isLookedAt) return;
  await buildDocs();
  visit = await Visit.begin();
}, limitMs);

afterAll(() => visit?.end());

const shown = new Map<string, ShownPage>();

test.skipIf(!isLookedAt)(
  "every page loads without an error, has a title, and fits the width of a phone",
  { timeout: limitMs },
  async () => {
    const problems: string[] = [];
    for (const address of addresses) {
      await visit.open(address);
      const page = await visit.look();
      shown.set(new URL(visit.page.url()).pathname, page);
      if (page.excessPx > 0) problems.push(`${address} is ${page.excessPx} px wider than the phone`);
      if (!page.title.includes("pulumi-idm")) problems.push(`${address} has the title ${page.title}`);
      problems.push(...visit.takeProblems().map((problem) => `${address}: ${problem}`));
    }
    expect(problems).toEqual([]);
    const titles = [...shown.values()].map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  },
);

test.skipIf(!isLookedAt)("every link leads to a page and a heading that the browser has shown", () => {
  expect(shown.size).toBe(addresses.length);
  const origin = new URL(visit.page.url()).origin;
  const dead = [...shown].flatMap(([from, { links }]) =>
    links.flatMap((link) => {
      const { origin: other, pathname, hash } = new URL(link);
      if (other !== origin) return [];
      const target = shown.get(pathname);
      const id = decodeURIComponent(hash.slice(1));
      return target && (id === "" || target.ids.includes(id)) ? [] : [`${from}: ${link}`];
    }),
  );
  expect(dead).toEqual([]);
});

test.skipIf(!isLookedAt)("diagrams are drawn", () => {
  const drawn = [...shown.values()].reduce((sum, { diagrams }) => sum + diagrams, 0);
  expect(drawn).toBeGreaterThan(0);
});

test.skipIf(!isLookedAt)(
  "the search finds verificationRecord, and leads to where it stands",
  { timeout: limitMs },
  async () => {
    const { page } = visit;
    await visit.open("/");
    await page.locator("#local-search button").click();
    await page.locator("#localsearch-input").fill("verificationRecord");
    const result = page.locator("#localsearch-list a[href*='/reference/custom-domain']").first();
    await result.click();
    await page.waitForURL(/\/reference\/custom-domain/);
    expect(await page.locator("main").textContent()).toContain("verificationRecord");
    expect(visit.takeProblems()).toEqual([]);
  },
);

test.skipIf(!isLookedAt)(
  "an example of the reference has a tab for each language",
  { timeout: limitMs },
  async () => {
    await visit.open("/reference/role");
    const group = visit.page.locator(".vp-code-group").first();
    expect(await group.locator("label").allInnerTexts()).toEqual(["TypeScript", "Python", "Go", "YAML"]);
    await group.getByText("Python", { exact: true }).click();
    expect(await group.locator("div.active").textContent()).toContain("import pulumi_idm as idm");
  },
);
