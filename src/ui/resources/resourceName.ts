import { Buffer } from 'node:buffer';

/** Scheme of documents that show resources. */
export const resourceScheme = 'roundhouse-resource';

export interface ResourceName {
  /** Server id. */
  readonly server: string;
  /** URI as the server writes it. */
  readonly uri: string;
}

/** Authority and path of a document's URI, which identify a resource. */
export interface ResourceAddress {
  readonly authority: string;
  readonly path: string;
}

/** Resource of an address; `undefined` if it is not one. */
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
