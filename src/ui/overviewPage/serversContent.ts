import { serverTokens, type ShownCosts } from '../costs/toolCosts';
import { remedyButton, serverButtons } from '../page/serverButtons';
import { escapeDeceptive } from '../text/untrustedText';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import type { ServerRow } from './overviewMessages';

/** The commands of a row that are not the one that helps. */
const usual: readonly string[] = [
  'signIn',
  'startServer',
  'stopServer',
  'restartServer',
  'enableServer',
];

/** The state of each server, the commands that help, and the costs of its tools. */
export function serverRows(
  entries: Iterable<ShownServer>,
  costs: Pick<ShownCosts, 'servers'>,
  now: number,
): ServerRow[] {
  return Array.from(entries, (server) => {
    const { definition, snapshot } = server;
    const { state, icon, reason, detail } = entryText(server, now);
    const remedy = remedyButton(reason);
    const cost = costs.servers.get(definition.id);
    return {
      id: definition.id,
      name: escapeDeceptive(definition.name),
      state: { text: state, icon: icon.id, color: icon.color },
      detail,
      actions: [
        ...(remedy ? [remedy] : []),
        ...serverButtons(server).filter(
          ({ command }) => command !== remedy?.command && usual.includes(command),
        ),
      ],
      tools: snapshot.catalogVersion > 0 ? snapshot.counts.tools : undefined,
      tokens: cost && serverTokens(cost),
    };
  });
}
