import type { Launch } from '../../config/definition';
import type { RegistryServer } from './registrySchema';
import { imageOf } from './runner';

/** Returns a check whether a server is configured already: any version of one of its packages, or one of its URLs. */
export function installedCheck(launches: readonly Launch[]): (server: RegistryServer) => boolean {
  const known = new Set<string>();
  for (const launch of launches) {
    if (launch.type === 'stdio') for (const word of launch.args) known.add(packageName(word));
    else known.add(address(launch.url));
  }
  return ({ packages, remotes }) =>
    packages.some((from) =>
      known.has(from.registryType === 'oci' ? imageOf(from).name : from.identifier),
    ) || remotes.some(({ url }) => known.has(address(url)));
}

/** An argument without its version: `name@1`, `name==1`, `image:tag`. */
function packageName(word: string): string {
  const start = word.lastIndexOf('/') + 1;
  return word.slice(0, start) + word.slice(start).replace(/(?<=.)(?:@|==|:).*$/s, '');
}

/** A URL with its placeholders made equal. */
function address(url: string): string {
  return url
    .replaceAll(/\$?\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}
