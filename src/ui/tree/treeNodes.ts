import type { ConfigFile, Problem } from '../../config/definition';
import { isOfPerson } from '../../config/precedence';
import type { ToolPolicy } from '../../config/settings/toolPolicy';
import type { Catalog, ServerSnapshot } from '../../ipc/state';
import { isUp } from '../../ipc/serverStates';
import { problemLines } from '../editing/shownProblems';
import {
  ownerText,
  sourceFile,
  sourceIcon,
  sourceLabel,
  takesServers,
} from '../editing/sourceText';
import { actionTitle, nextAction } from '../reasons/sentence';
import { t } from '../text/texts';
import { serverTokens, type ServerCost, type ShownCosts } from '../costs/toolCosts';
import { heldText, reviewLine, vettedNotes } from '../approval/vettedTools';
import { catalogChangeLines, catalogChangeText } from './catalogChangeText';
import { catalogNodes } from './catalogNodes';
import { offeredActions } from './serverActions';
import { entryText, type ServerText } from './serverText';
import type { ShownServer } from './shownServer';
import { serverLine, type TreeNode } from './treeNode';
import { serverMark } from './toolMarks';

/** Problems of a file that its tooltip lists. */
const mostProblems = 10;

/** Input of the tree, in order of precedence. */
export interface TreeInput {
  readonly files: readonly ConfigFile[];
  readonly entries: ReadonlyMap<string, ShownServer>;
  /** By server id; absent until known. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
  /** By server id. */
  readonly policies?: ReadonlyMap<string, ToolPolicy> | undefined;
  /** By server id; absent until known. */
  readonly costs?: ReadonlyMap<string, ServerCost> | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The window is connected to another machine. */
  readonly remote: boolean;
}

/** The whole tree: sources, their servers, what these offer, and why they do not run. */
export function treeNodes(input: TreeInput): readonly TreeNode[] {
  const sources = input.files.flatMap((file) => sourceNode(file, input) ?? []);
  return input.remote && sources.length > 0 ? [...sources, remoteNote()] : sources;
}

function sourceNode(file: ConfigFile, input: TreeInput): TreeNode | undefined {
  const { source, parsed } = file;
  const servers = parsed.definitions.flatMap(({ id }) => input.entries.get(id) ?? []);
  if (servers.length === 0 && parsed.problems.length === 0) return undefined;
  const description = [sourceFile(source), ownerText(servers)].filter(Boolean).join(' · ');
  const id = `source ${source.id}`;
  return {
    id,
    label: sourceLabel(source),
    description,
    tooltip: source.file,
    icon: sourceIcon(source),
    context: `source${takesServers(source) ? ' add' : ''}${source.readByEditor ? ' owner' : ''}`,
    file: source.file,
    expanded: true,
    children: [...problemNodes(file, id), ...servers.map((server) => serverNode(server, input))],
  };
}

function problemNodes({ source, parsed }: ConfigFile, parent: string): TreeNode[] {
  const count = parsed.problems.length;
  if (count === 0) return [];
  return [
    {
      id: `${parent} problems`,
      label: t('problemCount', { count }),
      tooltip: problemLines(parsed.problems, mostProblems),
      icon: problemIcon(parsed.problems),
      context: 'problems',
      file: source.file,
      click: { command: 'openConfiguration', title: actionTitle('openConfiguration') },
    },
  ];
}

function problemIcon(problems: readonly Problem[]): TreeNode['icon'] {
  const has = (wanted: Problem['severity']): boolean =>
    problems.some(({ severity }) => severity === wanted);
  if (has('error')) return { id: 'error', color: 'list.errorForeground' };
  return has('warning') ? { id: 'warning', color: 'list.warningForeground' } : { id: 'info' };
}

function serverNode(entry: ShownServer, input: TreeInput): TreeNode {
  const { catalogs, costs, now } = input;
  const { definition, runBy, snapshot } = entry;
  const catalog = catalogs.get(definition.id);
  const cost = costs?.get(definition.id);
  // Tools of last time may differ from those of the present start.
  const tokens = isUp(snapshot.state) && cost ? serverTokens(cost) : undefined;
  const text = entryText(entry, now, tokens);
  const policy =
    runBy === 'vscode' || entry.inactiveReason ? undefined : input.policies?.get(definition.id);
  const tools = catalog?.tools ?? [];
  const mark = policy && tools.length > 0 ? serverMark(policy, tools) : undefined;
  const children = [
    ...reasonNodes(definition.id, text),
    ...changeNodes(definition.id, snapshot),
    ...vettedNotes(definition.id, snapshot.vetted),
    ...(catalog && runBy !== 'vscode'
      ? catalogNodes(catalog, definition.id, cost, policy, snapshot.vetted)
      : []),
  ];
  return {
    // The editor expands only new lines, so a server with a problem gets a new id.
    id: `server ${definition.id}${text.reason ? ' unwell' : ''}`,
    label: definition.name,
    description: serverDescription(entry, text, mark?.text),
    checkbox: mark?.checkbox,
    icon: text.icon,
    click: { command: 'openServer' },
    context: serverContext(entry, policy),
    server: definition.id,
    file: definition.source.file,
    // In Restricted Mode all have the same reason, which stands above them.
    expanded: text.reason !== undefined && snapshot.state.kind !== 'disabled',
    children,
  };
}

/** The state and why it is so; the first words count, as the side bar is narrow. */
function serverDescription(
  { snapshot }: ShownServer,
  text: ServerText,
  inChat: string | undefined,
): string {
  // The icon shows that it has problems, and the reason which.
  const isUnwell = isUp(snapshot.state) && text.brief;
  const words = isUnwell ? [t('running'), text.brief, text.counts] : [text.text, text.brief];
  return [heldText(snapshot), ...words, inChat].filter(Boolean).join(' · ');
}

/** Context value of a server: words that the menus test. */
function serverContext(entry: ShownServer, policy: ToolPolicy | undefined): string {
  const { source } = entry.definition;
  const kind = source.id.split(':', 1)[0];
  const words: string[] = ['server', ...offeredActions(entry)];
  // The host has no log of servers that it does not know.
  if (!entry.inactiveReason) words.push('log');
  if (entry.snapshot.vetted?.held.length) words.push('review');
  if (policy) words.push('rules');
  if (policy?.trustsHints) words.push('distrust');
  else if (policy && isOfPerson(source)) words.push('trust');
  if (kind === 'folder') words.push('adopt');
  if (kind === 'roundhouse') words.push('release');
  return words.join(' ');
}

function reasonNodes(server: string, text: ServerText): TreeNode[] {
  if (!text.reason) return [];
  const { detail = '' } = text;
  const why = serverLine('why', server, { label: detail, tooltip: detail, icon: { id: 'info' } });
  const next = nextAction(text.reason);
  if (!next) return [why];
  return [
    why,
    serverLine('next', server, {
      label: next.text,
      tooltip: next.action ? `${next.text} (${next.action.title})` : next.text,
      icon: { id: 'arrow-right' },
      click: next.action,
    }),
  ];
}

/** Line for tools to review, otherwise for tools that changed since last time. */
function changeNodes(
  server: string,
  { catalogChange, vetted }: Pick<ServerSnapshot, 'catalogChange' | 'vetted'>,
): TreeNode[] {
  const review = reviewLine(vetted);
  const label = review ?? (catalogChange && catalogChangeText(catalogChange));
  if (label === undefined) return [];
  const names = catalogChange ? catalogChangeLines(catalogChange) : [];
  return [
    serverLine('change', server, {
      label,
      tooltip: (review ? [review, ...(vetted?.held ?? [])] : names).join('\n'),
      icon: vetted?.held.length
        ? { id: 'warning', color: 'list.warningForeground' }
        : { id: 'diff' },
      click: { command: 'showCatalogChange' },
    }),
  ];
}

function remoteNote(): TreeNode {
  return {
    id: 'note remote',
    label: t('localUserServers'),
    tooltip: t('localUserServersWhy'),
    icon: { id: 'info' },
    context: 'note',
  };
}

/** Message above the tree: Restricted Mode, or warnings about tool costs. */
export function treeMessage(trusted: boolean, { warnings }: Pick<ShownCosts, 'warnings'>) {
  if (!trusted) return t('statusRestricted');
  return warnings.length > 0 ? warnings.map(({ text }) => text).join(' ') : undefined;
}
