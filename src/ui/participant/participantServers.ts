import { commandLink } from '../text/commandLink';
import { t } from './participantTexts';
import { serverActions } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { actionTitles, nextAction } from '../text/strings';
import { serverTokens, type ShownCosts } from '../costs/toolCosts';
import { untrustedMarkdown } from '../text/untrustedText';

/** The commands that stand in the answer to `/servers`. */
export const serverCommandsShown: readonly string[] = [
  ...Object.keys(actionTitles),
  'whyNotRunning',
].map((name) => `roundhouse.${name}`);

/**
 * Every server with its state, and for what is not well the reason and what can be done; Markdown with icons
 * and links to our commands. `now`: epoch milliseconds.
 */
export function participantServers(
  servers: Iterable<ShownServer>,
  costs: Pick<ShownCosts, 'servers'>,
  now: number,
): string {
  return Array.from(servers, (server) => serverPart(server, costs, now)).join('\n\n');
}

function serverPart(server: ShownServer, costs: Pick<ShownCosts, 'servers'>, now: number): string {
  const { id, name } = server.definition;
  const cost = costs.servers.get(id);
  const tokens = cost && serverTokens(cost);
  const { icon, text, reason, detail, brief } = entryText(server, now, tokens);
  const state = [text, brief].filter((one) => one !== undefined).map(untrustedMarkdown);
  const head = `$(${icon.id.replace('~spin', '')}) **${untrustedMarkdown(name)}** ${state.join(' · ')}`;
  const next = reason && nextAction(reason);
  const action =
    next?.action ?? (serverActions(server).includes('start') ? 'startServer' : undefined);
  const links = [
    action && commandLink(actionTitles[action], action, { server: id }),
    reason && commandLink(t('why'), 'whyNotRunning', { server: id }),
  ].filter((link) => link !== undefined);
  const says = [brief === undefined ? detail : undefined, next?.text]
    .filter((one) => one !== undefined)
    .map(untrustedMarkdown);
  const lines = [head, says.join(' '), links.join(' · ')].filter((line) => line !== '');
  return lines.join('  \n');
}
