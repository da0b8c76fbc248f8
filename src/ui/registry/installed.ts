import type { Launch } from '../../config/definition';
import type { RegistryServer } from './registrySchema';
import { imageOf } from './runner';

/**
 * Whether one of the configured servers is this one: it runs one of its packages, in whatever
 * version, or stands at one of its addresses.
 */
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

/** A word of a command line without a version: `name@1`, `name==1`, `image:tag`. */
function packageName(word: string): string {
  const start = word.lastIndexOf('/') + 1;
  return word.slice(0, start) + word.slice(start).replace(/(?<=.)(?:@|==|:).*$/s, '');
}

/** Whatever fills the places of an address, it is the same one. */
function address(url: string): string {
  return url
    .replaceAll(/\$?\{[^{}]*\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase();
}
