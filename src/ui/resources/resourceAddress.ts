import { Buffer } from 'node:buffer';
import { percentDecoded } from '../../base/escape';
import { ownValue } from '../../base/json';
import type { ResourceAddress, ResourceName } from './resourceName';

/**
 * Document address of a resource, which leads back to the server and the URI. The type gives the file name its
 * extension, by which the editor chooses how to show it. `listed`: the type in the server's list, which counts where
 * the other says little.
 */
export function resourceAddress(
  { server, uri }: ResourceName,
  mimeType: string | undefined,
  listed?: string,
): ResourceAddress {
  const type = bareType(mimeType);
  const clear = type === '' || vague.includes(type) ? bareType(listed) || type : type;
  return {
    // Editors turn this part to lower case.
    authority: Buffer.from(server, 'utf8').toString('hex'),
    path: `/${segment(uri)}/${fileName(uri, clear)}`,
  };
}

/** Escapes a URI as one path segment. A leading dot is escaped too, because segments of dots alone are removed. */
function segment(uri: string): string {
  const escaped = uri.toWellFormed().replaceAll(/[%/\\]/g, encodeURIComponent);
  return escaped.startsWith('.') ? `%2E${escaped.slice(1)}` : escaped;
}

/** File extensions by type, the usual one first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'application/gzip': ['gz'],
  'application/javascript': ['js', 'mjs', 'cjs'],
  'application/json': ['json', 'jsonc', 'ipynb'],
  'application/octet-stream': ['bin'],
  'application/pdf': ['pdf'],
  'application/sql': ['sql'],
  'application/toml': ['toml'],
  'application/typescript': ['ts', 'mts', 'cts', 'tsx'],
  'application/x-sh': ['sh'],
  'application/xml': ['xml'],
  'application/yaml': ['yaml', 'yml'],
  'application/zip': ['zip'],
  'audio/mpeg': ['mp3'],
  'audio/ogg': ['ogg'],
  'audio/wav': ['wav'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/jpg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
  'image/vnd.microsoft.icon': ['ico'],
  'image/webp': ['webp'],
  'image/x-icon': ['ico'],
  'text/css': ['css'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/javascript': ['js', 'mjs', 'cjs'],
  'text/markdown': ['md', 'markdown'],
  'text/plain': ['txt'],
  'text/x-python': ['py'],
  'text/xml': ['xml'],
  'text/yaml': ['yaml', 'yml'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
};

/** Types that say less than the URI's own extension. */
const vague: readonly string[] = ['text/plain', 'application/octet-stream'];

function fileName(uri: string, type: string): string {
  const name = lastName(uri);
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  const expected = endingsOf(type);
  if (!expected || (ending && (vague.includes(type) || expected.includes(ending)))) return name;
  return `${name}.${expected[0]}`;
}

/** The usual file extension of a type; `undefined` if none is known. */
export function endingOf(mimeType: string): string | undefined {
  return endingsOf(bareType(mimeType))?.[0];
}

function bareType(mimeType = ''): string {
  return mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function endingsOf(type: string): readonly string[] | undefined {
  return ownValue(endings, type) ?? endingOfSuffix(type);
}

/** Extension by structured suffix, such as "application/geo+json". */
function endingOfSuffix(type: string): readonly string[] | undefined {
  const suffix = /\+(json|xml|yaml|zip)$/.exec(type)?.[1];
  return suffix === undefined ? undefined : [suffix];
}

/** Last segment of a URI as a file name that is valid on all systems. */
function lastName(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const safe = percentDecoded(last)
    .replaceAll(/[\\/:*?"<>|%\p{C}\p{Zl}\p{Zp}]/gu, '_')
    .trim();
  // The end of a long name has the ending.
  return safe.slice(-100).toWellFormed().replace(/^\.+$/, '') || 'resource';
}
