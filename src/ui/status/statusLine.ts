import type { ServerSnapshot } from '../../ipc/state';
import { serverText } from '../tree/serverText';
import type { ShownMode, ShownServer } from '../tree/shownServer';
import { sentenceWithNext } from '../reasons/sentence';
import { t } from '../text/texts';

/** Item of the status bar. */
export interface StatusLine {
  readonly text: string;
  readonly tooltip: string;
  readonly severity: 'normal' | 'warning';
}

export interface StatusInput {
  readonly entries: ReadonlyMap<string, ShownServer>;
  readonly mode: ShownMode;
  readonly trusted: boolean;
}

/** Our servers in one line; nothing where there are none of ours. */
export function statusLine({ entries, mode, trusted }: StatusInput): StatusLine | undefined {
  const servers = [...entries.values()]
    .filter(({ runBy, inactiveReason }) => runBy !== 'vscode' && !inactiveReason)
    .map(({ snapshot }) => snapshot);
  if (servers.length === 0) return undefined;
  const inState = (...kinds: readonly string[]): readonly ServerSnapshot[] =>
    servers.filter(({ state }) => kinds.includes(state.kind));
  const counts = { running: inState('running', 'degraded').length, count: servers.length };
  const unwell = inState('failed', 'backingOff', 'degraded');
  const busy = inState('starting', 'stopping').length > 0;
  const lines = [t('statusTooltip', counts)];
  if (!trusted) lines.push(t('statusRestricted'));
  if (trusted && mode.kind === 'connecting') lines.push(t('statusConnecting'));
  if (mode.kind === 'window') lines.push(t('statusWindowTooltip'));
  const fellBack = mode.kind === 'window' && mode.reason !== undefined;
  const lacksHost = mode.kind === 'failed';
  if ((fellBack || lacksHost) && mode.reason) lines.push(sentenceWithNext(mode.reason));
  for (const server of unwell) {
    const { state, detail } = serverText(server);
    // A count of seconds would be stale while the tooltip is read.
    const words = server.state.kind === 'backingOff' ? undefined : state;
    lines.push(`${server.name}: ${[words, detail].filter(Boolean).join(' · ')}`);
  }
  return {
    text: [
      `$(${busy ? 'loading~spin' : 'server-process'}) ${t('statusRunning', counts)}`,
      ...(fellBack ? [t('statusWindow')] : []),
      ...(lacksHost ? [t('statusNoHost')] : []),
    ].join(' · '),
    tooltip: lines.join('\n'),
    severity: unwell.length > 0 || fellBack || lacksHost ? 'warning' : 'normal',
  };
}
