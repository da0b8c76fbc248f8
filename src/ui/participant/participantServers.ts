import { commandLink } from '../text/commandLink';
import { t } from './participantTexts';
import { serverActions } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { actionTitles, nextAction } from '../reasons/sentence';
import { serverTokens, type ShownCosts } from '../costs/toolCosts';
import { untrustedMarkdown } from '../text/untrustedText';

/** Commands that links in the answer to `/servers` may run. */
export const serverCommandsShown: readonly string[] = [
  ...Object.keys(actionTitles),
  'whyNotRunning',
].map((name) => `roundhouse.${name}`);

/**
 * All servers with their state, and for problems the reason and next action. Markdown with icons and command links.
 * `now`: epoch milliseconds.
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
