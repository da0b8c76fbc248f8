import { format } from '../text/format';
import { untrustedText } from '../text/untrustedText';
import type { RegistryChoice, RegistryNote } from './registryChoice';
import type { RegistryServer } from './registrySchema';
import type { SearchState } from './registrySearch';
import { kindText, noteTexts, t } from './registryTexts';
import { nextAction, sentence } from '../reasons/sentence';

/** A row of the list; `act`: what happens when it is picked. */
export interface RegistryPick {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** Shown although the editor's own filter would hide it: the registry has filtered already. */
  readonly alwaysShow: true;
  readonly act: 'install' | 'more' | 'none';
  readonly server?: RegistryServer;
}

/** Rows for the search results. `isInstalled`: true if the server is configured already. */
export function registryPicks(
  { query, servers, dropped, busy, more, error }: SearchState,
  isInstalled: (server: RegistryServer) => boolean,
): readonly RegistryPick[] {
  const picks: RegistryPick[] = servers.map((server) => serverPick(server, isInstalled(server)));
  if (error) {
    const detail = nextAction(error)?.text;
    const label = `$(error) ${sentence(error)}`;
    const retry = `$(refresh) ${t('retry')}`;
    picks.push({ label, ...(detail !== undefined && { detail }), alwaysShow, act: 'none' });
    picks.push({ label: retry, alwaysShow, act: 'more' });
    return picks;
  }
  if (dropped.length > 0) {
    const label = `$(warning) ${t('dropped', { count: dropped.length })}`;
    picks.push({ label, detail: dropped.map(untrustedText).join(', '), alwaysShow, act: 'none' });
  }
  if (more && !busy) picks.push({ label: `$(ellipsis) ${t('more')}`, alwaysShow, act: 'more' });
  if (picks.length === 0 && !busy) {
    const label = query.trim() === '' ? t('nothingThere') : t('nothingFound', { query });
    picks.push({ label, alwaysShow, act: 'none' });
  }
  return picks;
}

const alwaysShow = true;

function serverPick(server: RegistryServer, installed: boolean): RegistryPick {
  const { name, title, version, description, status, packages, remotes } = server;
  const kinds = [...packages.map((from) => from.registryType), ...remotes.map((from) => from.type)];
  const marks = [
    title === undefined ? '' : untrustedText(name),
    untrustedText(version ?? ''),
    installed ? t('installed') : '',
    status === 'deprecated' ? t('deprecatedMark') : '',
  ];
  const kind = packages.length > 0 || remotes.length === 0 ? 'package' : 'globe';
  const icon = installed ? 'check' : status === 'deprecated' ? 'warning' : kind;
  const names = [...new Set(kinds.map(kindText))].join(', ');
  return {
    label: `$(${icon}) ${untrustedText(title ?? name)}`,
    description: marks.filter((mark) => mark !== '').join(' · '),
    detail: [untrustedText(description ?? ''), untrustedText(names)]
      .filter((part) => part !== '')
      .join(' — '),
    alwaysShow,
    act: 'install',
    server,
  };
}

/** Row for a choice. */
export function choicePick(
  { kind, from }: RegistryChoice,
  obstacle: RegistryNote | undefined,
): { label: string; description: string; detail: string } {
  const where = t(kind === 'package' ? 'local' : 'remote');
  const [type, name] =
    kind === 'package'
      ? [from.registryType, from.version ? `${from.identifier} ${from.version}` : from.identifier]
      : [from.type, from.url];
  return {
    label: untrustedText(kindText(type)),
    description: obstacle ? t('notOffered') : where,
    detail: obstacle ? `${untrustedText(name)} — ${noteText(obstacle)}` : untrustedText(name),
  };
}

/** Text of a note. */
export function noteText({ note, args }: RegistryNote): string {
  const shown = Object.entries(args ?? {}).map(([key, value]) => [key, untrustedText(value)]);
  return format(noteTexts[note], Object.fromEntries(shown));
}
