import type { ProcessUsage } from '../../ipc/processUsage';
import type { ServerSnapshot, Handshake } from '../../ipc/state';
import { asText, isObject } from '../../base/json';
import { escaped } from '../text/markdown';
import { nextAction, sentence } from '../reasons/sentence';
import { t } from '../text/texts';
import { costLines, type Cost } from '../costs/toolCosts';
import { escapeDeceptive } from '../text/untrustedText';
import { t as resourceText } from '../resources/resourceTexts';
import { catalogChangeLines, catalogChangeText } from './catalogChangeText';
import { failureText, usageText, restartsText, uptimeText, entryText } from './serverText';
import type { ShownServer } from './shownServer';

/** Tooltip of a server, as paragraphs of Markdown: state with reason, history, resource use and identity. */
export function serverDetails(
  entry: ShownServer,
  now: number,
  sample?: ProcessUsage,
  cost?: Cost,
): readonly string[] {
  const { definition, snapshot, runBy } = entry;
  const text = entryText(entry, now);
  const paragraphs = [`**${escaped(escapeDeceptive(definition.name))}** · ${escaped(text.text)}`];
  if (text.reason) {
    const words = [text.detail, nextAction(text.reason)?.text];
    paragraphs.push(words.filter(Boolean).map(escapedLine).join('  \n'));
  }
  if (runBy === 'vscode') return paragraphs;
  const facts = [
    line([uptimeText(snapshot, now), restartsText(snapshot, now) ?? failureText(snapshot, now)]),
    ...(text.reason ? [] : [lastFailureText(snapshot)]),
    line([snapshot.pid && t('processId', { pid: snapshot.pid }), sample && usageText(sample)]),
    snapshot.handshake && handshakeText(snapshot.handshake),
    snapshot.handshake && capabilitiesText(snapshot.handshake),
    snapshot.handshake && instructionsText(snapshot.handshake),
    ...(cost ? costLines(cost) : []),
  ].filter((fact) => fact !== undefined && fact !== '');
  if (facts.length > 0) paragraphs.push(facts.map(escapedLine).join('  \n'));
  const { catalogChange } = snapshot;
  if (catalogChange) {
    const lines = [catalogChangeText(catalogChange), ...catalogChangeLines(catalogChange)];
    paragraphs.push(lines.map(escapedLine).join('  \n'));
  }
  return paragraphs;
}

/** Handshake of a server: "Stock 1.2.3, protocol 2026-07-28 (modern era)". */
export function handshakeText({
  era,
  serverInfo,
  protocolVersion,
}: NonNullable<ServerSnapshot['handshake']>): string {
  const { name, version } = serverInfo;
  return t('serverIdentity', {
    name: typeof name === 'string' ? name : '?',
    version: asText(version),
    protocol: protocolVersion,
    era: t(era === 'modern' ? 'eraModern' : 'eraLegacy'),
  });
}

function lastFailureText({ lastFailure }: ServerSnapshot): string | undefined {
  return lastFailure && t('lastFailure', { reason: sentence(lastFailure.reason) });
}

function line(parts: readonly (string | number | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

function escapedLine(text: string | undefined): string {
  return escaped(escapeDeceptive(text ?? ''));
}

/** Characters of instructions that are shown; the rest is for models. */
const longest = 300;

/** The capabilities of a server by their names in the protocol: "Offers tools, resources (subscribe)". */
function capabilitiesText(handshake: Handshake): string | undefined {
  const what = capabilityNames(handshake);
  return what.length === 0 ? undefined : resourceText('offers', { what });
}

/** Each capability with its details: "tools", "resources (subscribe)". */
export function capabilityNames({ capabilities }: Handshake): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    const details = name === 'extensions' ? Object.keys(value) : detailsOf(value);
    return details.length === 0 ? name : `${name} (${details.join(', ')})`;
  });
}

/** The start of what a server tells models about itself. */
function instructionsText({ instructions }: Handshake): string | undefined {
  const line = instructions?.trim().replaceAll(/\s+/g, ' ');
  if (!line) return undefined;
  const text = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return resourceText('instructions', { text });
}

/** Details of a capability, without `listChanged`, which is not worth a word. */
function detailsOf(value: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(value).filter((key) => key !== 'listChanged' && value[key] !== false);
}
