import type { FoundTool } from '../../ipc/contract';
import type { Tool } from '../../ipc/state';
import { commandLink, bullets, named, untrustedMarkdown } from '../text/markdown';
import { costText, serverTokens, type ServerCost, type ShownCosts } from '../costs/toolCosts';
import { tokensText } from '../costs/toolCostTexts';
import { summaryOf } from '../tree/toolText';
import { serverActions } from '../tree/serverActions';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { actionTitle, actionTitles, nextAction } from '../reasons/sentence';
import { t } from './participantTexts';

/** Tools listed per server, and of a single server. */
const [mostOfEach, mostOfOne] = [25, 1_000];

/** Commands that links in the answers to `/tools` may run. */
export const toolCommandsShown: readonly string[] = [
  'roundhouse.showTool',
  'roundhouse.showToolCosts',
  'roundhouse.chooseToolSet',
];

/** Tools in chat by server with their costs. Markdown with command links. */
export function participantTools(costs: ShownCosts): string {
  const servers = [...costs.servers.values()];
  if (servers.every(({ each }) => each.length === 0)) return t('toolsNone');
  const cost = costText(costs);
  const links = [
    commandLink(t('toolsCost'), 'showToolCosts'),
    commandLink(t('chooseSet'), 'chooseToolSet'),
  ].join(' · ');
  const total = cost === undefined ? links : `${t('toolsTotal', { cost })} ${links}`;
  return [total, ...servers.flatMap((server) => serverPart(server, mostOfEach))].join('\n\n');
}

/** Tools of the servers with this name; `undefined` if there is none. */
export function serverTools(name: string, { servers }: ShownCosts): string | undefined {
  const asked = [...servers.values()].filter((server) => server.name === name.trim());
  if (asked.length === 0) return undefined;
  return asked.flatMap((server) => serverPart(server, mostOfOne)).join('\n\n');
}

function serverPart(server: ServerCost, most: number): string[] {
  const on = server.each.filter(({ isOn }) => isOn);
  const off = server.each.length - on.length;
  const about = [serverTokens(server), off > 0 ? t('toolsOff', { count: off }) : undefined].filter(
    (part) => part !== undefined,
  );
  const lines = on.slice(0, most).map(({ tool, tokens }) => {
    const note = tokens === undefined ? '' : tokensText(tokens);
    return lineOf([toolLink(server.id, tool), note, untrustedMarkdown(summaryOf(tool))]);
  });
  const more = on.length - lines.length;
  if (more > 0) {
    const command = named(`/tools ${server.name}`);
    lines.push(t('toolsMore', { count: more, command }));
  }
  const head = [`**${untrustedMarkdown(server.name)}**`, ...about].join(' · ');
  return [head, ...(lines.length > 0 ? [bullets(lines)] : [])];
}

/** Search results, best first. `nameOf`: name of a server by id. */
export function participantFound(
  words: string,
  found: readonly FoundTool[],
  nameOf: (server: string) => string,
): string {
  const shown = named(words);
  if (found.length === 0) return t('toolsNothing', { words: shown });
  const lines = found.map(({ server, tool }) => {
    const link = toolLink(server, tool);
    const place = t('toolOf', {
      tool: link,
      server: untrustedMarkdown(nameOf(server)),
    });
    return lineOf([place, untrustedMarkdown(summaryOf(tool))]);
  });
  const head = t('toolsFound', { count: found.length, words: shown });
  return `${head}\n\n${bullets(lines)}`;
}

function toolLink(server: string, { name }: Tool): string {
  return commandLink(untrustedMarkdown(name), 'showTool', server, name);
}

function lineOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' · ');
}

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
  return Array.from(servers, (server) => serverLines(server, costs, now)).join('\n\n');
}

function serverLines(server: ShownServer, costs: Pick<ShownCosts, 'servers'>, now: number): string {
  const { id, name } = server.definition;
  const cost = costs.servers.get(id);
  const tokens = cost && serverTokens(cost);
  const { icon, text, reason, detail, brief } = entryText(server, now, tokens);
  const state = [text, brief].filter((one) => one !== undefined).map(untrustedMarkdown);
  const head = `$(${icon.id.replace('~spin', '')}) **${untrustedMarkdown(name)}** ${state.join(' · ')}`;
  const next = reason && nextAction(reason);
  const action =
    next?.action?.command ?? (serverActions(server).includes('start') ? 'startServer' : undefined);
  const links = [
    action && commandLink(actionTitle(action), action, { server: id }),
    reason && commandLink(t('why'), 'whyNotRunning', { server: id }),
  ].filter((link) => link !== undefined);
  const says = [brief === undefined ? detail : undefined, next?.text]
    .filter((one) => one !== undefined)
    .map(untrustedMarkdown);
  const lines = [head, says.join(' '), links.join(' · ')].filter((line) => line !== '');
  return lines.join('  \n');
}
