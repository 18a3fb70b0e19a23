// The built site, served on loopback and opened in a real browser.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type Browser, chromium, type Page } from "playwright-core";
import { checkout } from "../../scripts/before-install/run.mjs";
import { type SiteServer, serveSite } from "../../scripts/site/serve-site.ts";
import { findBrowser } from "./install-chromium.ts";

/** Without these, the browser talks to its maker's servers. */
const quietFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A phone that is narrow for one of today. */
const phone = { width: 375, height: 812 };

/** A page as the browser shows it. */
export interface ShownPage {
  readonly title: string;
  readonly ids: readonly string[];
  readonly links: readonly string[];
  readonly diagrams: number;
  /** How much wider than the window the page is. */
  readonly excessPx: number;
}

// Code of the browser is text here, because the types of a browser are not those of Node.
const isComplete = 'document.querySelector("#app").hasChildNodes() && !document.querySelector("pre.diagram")';
const shownPage = `({
  title: document.title,
  ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
  links: [...document.querySelectorAll("a")].map(({ href }) => href),
  diagrams: document.querySelectorAll(".diagram svg").length,
  excessPx: document.scrollingElement.scrollWidth - innerWidth,
})`;

/** Runs `npm run docs`. Resolves to what it prints. Throws an Error with it when the command fails. */
export async function buildDocs(): Promise<string> {
  const child = spawn(process.execPath, ["scripts/docs.ts"], { cwd: checkout });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(text);
  return text;
}

/** A page of a browser, and the problems that it has had since they were taken last. */
export class Visit {
  readonly #page: Page;
  readonly #server: SiteServer;
  readonly #browser: Browser;
  #problems: string[] = [];

  private constructor(page: Page, server: SiteServer, browser: Browser) {
    this.#page = page;
    this.#server = server;
    this.#browser = browser;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#problems.push(message.text());
    });
    page.on("pageerror", (error) => this.#problems.push(error.message));
    page.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText;
      // The next page cancels what the browser loads in advance.
      if (reason !== "net::ERR_ABORTED") this.#problems.push(`${request.url()}: ${reason}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) this.#problems.push(`${response.url()}: ${response.status()}`);
    });
  }

  /** Serves the built site, and starts a browser with an empty profile. */
  static async begin(): Promise<Visit> {
    const executablePath = findBrowser();
    if (executablePath === undefined) throw new Error("there is no browser");
    const server = await serveSite();
    const browser = await chromium.launch({ executablePath, args: quietFlags });
    const page = await browser.newPage({ viewport: phone });
    return new Visit(page, server, browser);
  }

  /** The page of the browser. */
  get page(): Page {
    return this.#page;
  }

  /** Opens the page with this address below the home page, and waits until it is complete. */
  async open(address: string): Promise<void> {
    await this.#page.goto(new URL(address.replace(/^\//, ""), this.#server.url).href);
    await this.#page.waitForFunction(isComplete);
  }

  /** What the page shows. */
  look(): Promise<ShownPage> {
    return this.#page.evaluate(shownPage);
  }

  /** The problems since the last call. */
  takeProblems(): string[] {
    const problems = this.#problems;
    this.#problems = [];
    return problems;
  }

  async end(): Promise<void> {
    await this.#browser.close();
    await this.#server.close();
  }
}
