import { isPlaceholder } from "../release/placeholders.ts";

/** What package.json says of the publisher. */
interface Manifest {
  /** A name, which an address may follow: `Acme (https://acme.example)`. */
  readonly author: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

/** Who publishes the package, and where. Packages that Pulumi generates, the engine and the Registry read it. */
export interface PublisherInfo {
  readonly publisher?: string;
  readonly homepage?: string;
  readonly repository?: string;
  /** Where the engine downloads the archives of the plugin: the releases of a repository at GitHub. */
  readonly pluginDownloadURL?: string;
}

/** What package.json says, but nothing that is still a placeholder. */
export function publisherInfo({ author, homepage, repository }: Manifest): PublisherInfo {
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const [, path] = /^https:\/\/github\.com\/(.+)$/.exec(address) ?? [];
  return {
    ...(!isPlaceholder(author) && { publisher: author.replace(/ *[<(].*$/, "") }),
    ...(!isPlaceholder(homepage) && { homepage }),
    ...(!isPlaceholder(address) && { repository: address }),
    ...(!isPlaceholder(address) && path && { pluginDownloadURL: `github://api.github.com/${path}` }),
  };
}
