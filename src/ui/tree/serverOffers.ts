import { isObject } from '../../base/json';
import type { Handshake } from '../../ipc/state';
import { t } from '../resources/resourceTexts';

/** Characters of instructions that are shown; the rest is for models. */
const longest = 300;

/** The capabilities of a server by their names in the protocol: "Offers tools, resources (subscribe)". */
export function capabilitiesText({ capabilities }: Handshake): string | undefined {
  const what = Object.entries(capabilities).flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    const details = name === 'extensions' ? Object.keys(value) : detailsOf(value);
    return details.length === 0 ? name : `${name} (${details.join(', ')})`;
  });
  return what.length === 0 ? undefined : t('offers', { what });
}

/** The start of what a server tells models about itself. */
export function instructionsText({ instructions }: Handshake): string | undefined {
  const line = instructions?.trim().replaceAll(/\s+/g, ' ');
  if (!line) return undefined;
  const text = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return t('instructions', { text });
}

/** That a list may change is not worth a word. */
function detailsOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(value).filter((key) => key !== 'listChanged' && value[key] !== false);
}
