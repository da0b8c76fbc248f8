import type { ShownCosts } from '../costs/toolCosts';
import { serverTokens } from '../costs/toolCosts';
import { actionTitle, nextAction } from '../reasons/sentence';
import { escapeDeceptive } from '../text/untrustedText';
import { offeredActions } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import type { ServerRow } from './overviewMessages';
import { t } from './overviewTexts';

/** The buttons of a server in their order. */
const actions = {
  signIn: { command: 'signIn', icon: 'account' },
  start: { command: 'startServer', icon: 'play' },
  stop: { command: 'stopServer', icon: 'debug-stop' },
  restart: { command: 'restartServer', icon: 'debug-restart' },
  enable: { command: 'enableServer', icon: 'circle-large-outline' },
} as const;

/** How each server is, what helps, and what its tools cost. */
export function serverRows(
  entries: Iterable<ShownServer>,
  costs: Pick<ShownCosts, 'servers'>,
  now: number,
): ServerRow[] {
  return Array.from(entries, (server) => {
    const { definition, snapshot } = server;
    const { state, icon, reason, detail } = entryText(server, now);
    const next = reason && nextAction(reason)?.action;
    const offered = new Set<string>(offeredActions(server));
    const usual = (Object.keys(actions) as (keyof typeof actions)[])
      .filter((action) => offered.has(action) && actions[action].command !== next)
      .map((action) => ({ ...actions[action], title: t(action) }));
    const cost = costs.servers.get(definition.id);
    return {
      id: definition.id,
      name: escapeDeceptive(definition.name),
      state: { text: state, icon: icon.id, color: icon.color },
      detail,
      actions: [
        ...(next ? [{ command: next, title: actionTitle(next), icon: 'lightbulb' }] : []),
        ...usual,
      ],
      tools: snapshot.catalogVersion > 0 ? snapshot.counts.tools : undefined,
      tokens: cost && serverTokens(cost),
    };
  });
}
