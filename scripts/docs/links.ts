import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { Checkout, Document, Problem } from "./document.ts";
import type { Link } from "./markdown.ts";

/** Where a link leads. Undefined for another site. */
interface Destination {
  readonly path: string;
  readonly anchor: string | undefined;
}

/** Links whose file or anchor does not exist, and links of the README that are dead on npm. */
export function linkProblems(checkout: Checkout): Problem[] {
  return checkout.documents.flatMap((document) =>
    document.links.flatMap((link) => {
      const message = problemOf(checkout, document, link);
      return message === undefined ? [] : [{ path: document.path, line: link.line, message }];
    }),
  );
}

function problemOf(checkout: Checkout, document: Document, link: Link): string | undefined {
  const { target } = link;
  if (/^[a-z][\w+.-]*:/i.test(target)) return absoluteProblem(checkout, target);
  if (document.path === "README.md" && !link.isImage && !target.startsWith("#"))
    return `the link ${target} is dead on npm, which shows the README alone: write the address below homepage or repository of package.json`;
  const [file = "", anchor] = target.split("#");
  const path =
    file === "" ? document.path : posix.normalize(posix.join(dirname(document.path), decodeURI(file)));
  return missing(checkout, { path, anchor }, target);
}

function absoluteProblem(checkout: Checkout, target: string): string | undefined {
  if (!/^(https?|mailto):/.test(target) || !URL.canParse(target)) return `the link ${target} is no address`;
  const { homepage, repository } = checkout.package;
  const repositoryUrl = webAddressOf(repository.url);
  const { pathname, hash } = new URL(target);
  const anchor = hash === "" ? undefined : hash.slice(1);
  const sitePage = pageOfSite(checkout, pathname);
  const file = /^\/[^/]+\/[^/]+\/(?:tree|blob|raw)\/[^/]+\/(.+)/.exec(pathname)?.[1];
  if (isBelow(target, homepage))
    return sitePage === undefined
      ? `the site has no page ${target}: there is no docs${pathname.replace(/\/$/, "")}.md`
      : missing(checkout, { path: sitePage, anchor }, target);
  if (isBelow(target, repositoryUrl))
    return file === undefined ? undefined : missing(checkout, { path: file, anchor }, target);
  if (sitePage !== undefined && pathname.length > 1)
    return `the link ${target} means ${sitePage}, but homepage in package.json is ${homepage}`;
  if (file !== undefined && existsSync(join(checkout.root, file)))
    return `the link ${target} means ${file}, but repository in package.json is ${repositoryUrl}`;
  return undefined;
}

function isBelow(target: string, base: string): boolean {
  return target === base || target.startsWith(`${base.replace(/\/$/, "")}/`);
}

/** `git+https://host/owner/name.git` as the address of a browser. */
function webAddressOf(url: string): string {
  return url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** The file of a page of the site. */
function pageOfSite({ root }: Checkout, pathname: string): string | undefined {
  const name = decodeURI(pathname).replace(/^\/|\/$|\.html$/g, "");
  const candidates =
    name === "" ? ["docs/index.md", "README.md"] : [`docs/${name}.md`, `docs/${name}/README.md`];
  return candidates.find((path) => existsSync(join(root, path)));
}

function missing(
  { root, documents }: Checkout,
  { path, anchor }: Destination,
  target: string,
): string | undefined {
  if (!existsSync(join(root, path))) return `the link ${target} leads to ${path}, which does not exist`;
  if (anchor === undefined) return undefined;
  const page = documents.find((document) => document.path === path);
  if (page === undefined || page.anchors.has(anchor)) return undefined;
  return `the link ${target} leads to a heading that ${path} does not have`;
}
