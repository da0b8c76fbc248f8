import { urlOf } from '../../network/urlOf';
import type { CarriedJson } from './hostCommand';
import { percentDecoded } from '../../base/escape';

/** Pages and programs whose links carry a server in the field `config`. */
const carriers =
  /^(?:(?:www\.)?cursor\.com|(?:insiders\.)?vscode\.dev|(?:www\.)?kiro\.dev|lmstudio\.ai)$/;

/**
 * Reads a link that installs a server into VS Code, Cursor, LM Studio or Kiro: as JSON in its query, or
 * in its field `config`, plain or in base64. `undefined` for any other link.
 */
export function readInstallLink(url: URL): CarriedJson | undefined {
  const inner = urlOf(url.searchParams.get('url') ?? '');
  if (/(?:^|\.)vscode\.dev$/.test(url.hostname) && inner) return readInstallLink(inner);
  if (/^https?:$/.test(url.protocol) && !carriers.test(url.hostname)) return undefined;
  const isEditor = /^vscod|vscode\.dev$/.test(url.protocol) || url.hostname.endsWith('vscode.dev');
  const dialect = isEditor ? 'vscode' : 'cursor';
  const config = url.searchParams.get('config');
  if (config !== null) {
    const json = decoded(config);
    const inputs = url.searchParams.get('inputs');
    const name = url.searchParams.get('name') ?? undefined;
    return json === undefined ? undefined : { json: withInputs(json, inputs), name, dialect };
  }
  const json = decoded(percentDecoded(url.search.slice(1)));
  return json === undefined ? undefined : { json, name: undefined, dialect };
}

function decoded(text: string): string | undefined {
  if (isJsonObject(text)) return text;
  // A plus sign of base64 reads as a space in a query.
  const bytes = Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8');
  if (isJsonObject(bytes)) return bytes;
  const again = percentDecoded(text);
  return again !== text && isJsonObject(again) ? again : undefined;
}

function isJsonObject(text: string): boolean {
  const bare = text.trim();
  return bare.startsWith('{') && bare.endsWith('}');
}

function withInputs(json: string, inputs: string | null): string {
  return inputs === null ? json : `${json.trim().slice(0, -1)},"inputs":${inputs}}`;
}
