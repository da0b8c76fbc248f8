import { Buffer } from 'node:buffer';
import { percentDecoded } from '../../base/percentDecoded';

/** The scheme of documents that show resources. */
export const resourceScheme = 'roundhouse-resource';

/** One resource of a server. */
export interface ResourceName {
  /** The id of the server. */
  readonly server: string;
  /** As the server names it. */
  readonly uri: string;
}

/** The parts of a document's URI that say which resource it shows. */
export interface ResourceAddress {
  readonly authority: string;
  readonly path: string;
}

/**
 * Where a resource is shown. Its type gives the file name an ending, by which the editor chooses how to
 * show it; the rest says which one it is.
 */
export function resourceAddress(
  { server, uri }: ResourceName,
  mimeType: string | undefined,
): ResourceAddress {
  return {
    // Editors turn this part to lower case.
    authority: Buffer.from(server, 'utf8').toString('hex'),
    path: `/${segment(uri)}/${fileName(uri, mimeType)}`,
  };
}

/** The resource that an address is of; `undefined` where it is of none. */
export function resourceAt({ authority, path }: ResourceAddress): ResourceName | undefined {
  const [, uri, name] = path.split('/');
  if (!uri || !name || !/^([0-9a-f]{2})+$/i.test(authority)) return undefined;
  try {
    return {
      server: Buffer.from(authority, 'hex').toString('utf8'),
      uri: decodeURIComponent(uri),
    };
  } catch {
    return undefined;
  }
}

/** One segment of a path that is read without its escapes; segments of dots alone would be taken away. */
function segment(uri: string): string {
  const escaped = wellFormed(uri).replaceAll(/[%/\\]/g, encodeURIComponent);
  return escaped.startsWith('.') ? `%2E${escaped.slice(1)}` : escaped;
}

/** Endings by type, the usual one first. */
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
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/svg+xml': ['svg'],
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

/** Types that say so little that an ending of its own tells more. */
const vague: readonly string[] = ['text/plain', 'application/octet-stream'];

function fileName(uri: string, mimeType: string | undefined): string {
  const name = lastName(uri);
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase();
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const expected = endings[type] ?? endingOfSuffix(type);
  if (!expected || (ending && (vague.includes(type) || expected.includes(ending)))) return name;
  return `${name}.${expected[0]}`;
}

/** "application/geo+json" is JSON, too. */
function endingOfSuffix(type: string): readonly string[] | undefined {
  const suffix = /\+(json|xml|yaml|zip)$/.exec(type)?.[1];
  return suffix === undefined ? undefined : [suffix];
}

/** What a URI ends with, as a name of a file on any system. */
function lastName(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  const safe = percentDecoded(last)
    .replaceAll(/[\\/:*?"<>|%\p{C}\p{Zl}\p{Zp}]/gu, '_')
    .trim();
  // The end of a long name has the ending.
  return safe.slice(-100).replace(/^\.+$/, '') || 'resource';
}

/** Halves of characters have no place in a URI. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\u{FFFD}');
}
