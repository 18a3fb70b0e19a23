import { isPlaceholder } from "../release/placeholders.ts";

/** The addresses of package.json. */
interface Manifest {
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

/** The addresses that the schema says. Packages that Pulumi generates from it, and the engine, take theirs from it. */
export interface Addresses {
  readonly homepage?: string;
  readonly repository?: string;
  /** Where the engine downloads the archives of the plugin: the releases of a repository at GitHub. */
  readonly pluginDownloadURL?: string;
}

/** The addresses of package.json, but none that is still a placeholder. */
export function schemaAddresses({ homepage, repository }: Manifest): Addresses {
  const address = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
  const [, path] = /^https:\/\/github\.com\/(.+)$/.exec(address) ?? [];
  return {
    ...(!isPlaceholder(homepage) && { homepage }),
    ...(!isPlaceholder(address) && { repository: address }),
    ...(!isPlaceholder(address) && path && { pluginDownloadURL: `github://api.github.com/${path}` }),
  };
}
