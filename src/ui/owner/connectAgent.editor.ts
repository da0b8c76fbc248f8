import * as vscode from 'vscode';
import { raceAbort } from '../../base/abort';
import { UserError } from '../../base/errors';
import { type Definition, type Launch, type DialectId, dialectIds } from '../../config/definition';
import { dialects } from '../../config/dialects';
import { levels } from '../../config/precedence';
import type { ToolSet } from '../../config/settings/toolSets';
import { mergedPath, type ExternalOffer } from '../../ipc/externalClients';
import { agentLaunch, writeLauncher } from '../../client/agentLauncher';
import type { AgentTokens } from '../../client/agentTokens';
import { giveServers } from '../importing/exportServers.editor';
import { pickMany, pickRow } from '../window/pick.editor';
import { t } from './connectAgentTexts';
import { untrustedText } from '../text/untrustedText';
import { delayedProgress, notice } from '../window/notice.editor';
import type { ImportContext } from '../importing/placeServers.editor';
import type { WindowContext } from '../window/windowContext.editor';

/** An agent to be chosen, by the format of its file. */
interface AgentPick {
  readonly label: string;
  readonly detail?: string;
  readonly id: DialectId;
}

const first: readonly DialectId[] = ['claude-code', 'codex', 'gemini', 'cursor'];
/** They are VS Code itself. */
const own: readonly DialectId[] = ['vscode', 'codeWorkspace', 'dotmcp'];

/** Every agent whose file we can write: the best known, the one for any other, and the rest. */
function agentPicks(): { readonly known: AgentPick[]; readonly others: AgentPick[] } {
  const pick = (id: DialectId): AgentPick => ({ label: dialects[id].label, id });
  const any = {
    label: t('anyAgent'),
    detail: t('anyAgentDetail'),
    id: 'dotmcp',
  } as const;
  const others = dialectIds.filter((id) => !first.includes(id) && !own.includes(id));
  return { known: [...first.map(pick), any], others: others.map(pick) };
}

/** Tools for an agent: those switched on in the window, or a named set. */
function agentSetPicks(sets: ReadonlyMap<string, ToolSet>) {
  return [
    {
      label: t('windowSet'),
      detail: t('windowSetDetail'),
      set: undefined,
    },
    ...Array.from(sets.keys(), (set) => ({
      label: untrustedText(set),
      detail: t('setDetail'),
      set,
    })),
  ];
}

/** The transports that the agent's file can name. */
function agentTransportPicks(id: DialectId) {
  const picks = [
    { label: t('stdio'), detail: t('stdioDetail'), transport: 'stdio' },
    { label: t('http'), detail: t('httpDetail'), transport: 'http' },
  ] as const;
  return picks.filter(({ transport }) => dialects[id].transports[transport]);
}

/** The tokens that can be revoked. */
function tokenPicks(tokens: readonly ExternalOffer['tokens'][number][]) {
  return tokens.map((token) => ({
    label: untrustedText(token.name),
    ...(token.set !== undefined && {
      description: t('tokenSet', { set: untrustedText(token.set) }),
    }),
    value: token,
  }));
}

export type AgentContext = Pick<WindowContext, 'context' | 'model' | 'environment' | 'agentTokens'>;

/** Gives an agent an entry by which it gets all servers of this window. */
export async function connectAgent(parts: AgentContext, ports: ImportContext): Promise<void> {
  const agent = await askAgent();
  if (!agent) return;
  const sets = agentSetPicks(parts.model.toolSelection.all);
  const name = { agent: agent.label };
  const chosen = sets.length > 1 ? await pickRow(t('pickSet', name), sets) : sets[0];
  if (!chosen) return;
  const { set } = chosen;
  const ways = agentTransportPicks(agent.id);
  const way = ways.length > 1 ? await pickRow(t('pickTransport', name), ways) : ways[0];
  if (!way) return;
  if (way.transport === 'stdio') {
    const abort = new AbortController();
    const making = raceAbort(byCommand(parts, agent.id, set, abort.signal), abort.signal);
    const launch = await delayedProgress(t('lookingForNode'), making, () => abort.abort());
    await giveServers(ports, [entryOf(launch)], agent.id);
    return;
  }
  const { launch, withdraw } = await overHttp(parts, agent, set);
  let isGiven = false;
  try {
    isGiven = await giveServers(ports, [entryOf(launch)], agent.id);
  } finally {
    // A token that nobody got opens nothing.
    if (!isGiven) await withdraw();
  }
}

/** Takes tokens of agents back. */
export async function revokeAgentToken(tokens: AgentTokens): Promise<void> {
  const picks = tokenPicks(tokens.all.peek());
  if (picks.length === 0) return void notice('information', t('noTokens'));
  const picked = await pickMany(t('pickRevoked'), picks);
  if (!picked || picked.length === 0) return;
  await tokens.revoke(picked);
  void notice('information', t('revoked', { count: picked.length }));
}

async function askAgent(): Promise<{ label: string; id: DialectId } | undefined> {
  const { known, others } = agentPicks();
  const { Separator } = vscode.QuickPickItemKind;
  const line = { label: t('others'), kind: Separator, id: undefined };
  const picked = await pickRow(t('pickAgent'), [...known, line, ...others]);
  return picked?.id === undefined ? undefined : { label: picked.label, id: picked.id };
}

async function byCommand(
  parts: AgentContext,
  agent: DialectId,
  set: string | undefined,
  signal: AbortSignal,
): Promise<Launch> {
  const { globalStorageUri, extensionPath, extensionMode } = parts.context;
  const { platform, execPath } = process;
  const launcher = await writeLauncher({
    globalStorage: globalStorageUri.fsPath,
    extensionFolder: extensionPath,
    isDeveloped: extensionMode !== vscode.ExtensionMode.Production,
    env: process.env,
    execPath,
  });
  const environment = await parts.environment.read(signal);
  return agentLaunch(launcher, agent, { environment, platform, execPath }, set);
}

/** @throws UserError `gatewayMissing`. */
async function overHttp(
  { model, agentTokens }: AgentContext,
  agent: { readonly id: DialectId },
  set: string | undefined,
): Promise<{ readonly launch: Launch; readonly withdraw: () => Promise<void> }> {
  const origin = model.host.gateway.peek()?.lastingOrigin;
  if (origin === undefined) throw new UserError('gatewayMissing');
  const { token, issued } = await agentTokens.issue(dialects[agent.id].label, set);
  const headers = { Authorization: `Bearer ${token}` };
  return {
    launch: { type: 'http', url: origin + mergedPath, headers },
    withdraw: () => agentTokens.revoke([issued]),
  };
}

function entryOf(launch: Launch): Definition {
  const name = 'roundhouse';
  return {
    id: name,
    name,
    source: { id: name, file: '', dialect: 'vscode', level: levels.user, readByEditor: false },
    launch,
    inputs: [],
    range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
    fingerprint: '',
  };
}
