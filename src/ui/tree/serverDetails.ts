import type { ResourceSample } from '../../ipc/requests';
import type { ServerSnapshot } from '../../ipc/state';
import { catalogChangeLines, catalogChangeText } from './catalogChangeText';
import { escaped } from '../text/markdown';
import { failureText, resourcesText, restartsText, uptimeText } from './serverFacts';
import { capabilitiesText, instructionsText } from './serverOffers';
import { entryText } from './serverText';
import type { ShownServer } from './shownServer';
import { nextAction, sentence } from '../reasons/sentence';
import { t } from '../text/texts';
import { costLines, type Cost } from '../costs/toolCosts';
import { escapeDeceptive } from '../text/escapeDeceptive';

/**
 * What a person reads who looks closer at a server, as paragraphs of Markdown: how it is and why, what
 * became of it so far, what it takes of the machine, and who it says it is.
 */
export function serverDetails(
  entry: ShownServer,
  now: number,
  sample?: ResourceSample,
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
    line([snapshot.pid && t('processId', { pid: snapshot.pid }), sample && resourcesText(sample)]),
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

/** Who the server says it is: "Stock 1.2.3, protocol 2026-07-28 (modern era)". */
export function handshakeText({
  era,
  serverInfo,
  protocolVersion,
}: NonNullable<ServerSnapshot['handshake']>): string {
  const { name, version } = serverInfo;
  return t('serverIdentity', {
    name: typeof name === 'string' ? name : '?',
    version: typeof version === 'string' ? version : '',
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
