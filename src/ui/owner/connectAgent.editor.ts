import * as vscode from 'vscode';
import { raceAbort } from '../../base/abort';
import { UserError } from '../../base/errors';
import { type Launch, type DialectId, dialectIds } from '../../config/definition';
import { dialects } from '../../config/dialects';
import { launchDraft } from '../../config/paste/draft';
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
import type { OpenWindow } from '../window/windowContext.editor';

/** The best known agents, by the formats of their files. */
const first: readonly DialectId[] = ['claude-code', 'codex', 'gemini', 'cursor'];
/** They are VS Code itself. */
const own: readonly DialectId[] = ['vscode', 'codeWorkspace', 'dotmcp'];

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

export type AgentContext = ImportContext & Pick<OpenWindow, 'environment' | 'agentTokens'>;

/** Gives an agent an entry by which it gets all servers of this window. */
export async function connectAgent(context: AgentContext): Promise<void> {
  const picked = await pickAgent();
  if (picked?.id === undefined) return;
  const { label: agent, id } = picked;
  const sets = agentSetPicks(context.workspace.toolSelection.all);
  const chosen = sets.length > 1 ? await pickRow(t('pickSet', { agent }), sets) : sets[0];
  if (!chosen) return;
  const { set } = chosen;
  const transports = agentTransportPicks(id);
  const question = t('pickTransport', { agent });
  const way = transports.length > 1 ? await pickRow(question, transports) : transports[0];
  if (!way) return;
  const give = (launch: Launch): Promise<boolean> =>
    giveServers(context, [launchDraft(launch, 'roundhouse').definition], id);
  if (way.transport === 'stdio') {
    const abort = new AbortController();
    const making = raceAbort(byCommand(context, id, set, abort.signal), abort.signal);
    await give(await delayedProgress(t('lookingForNode'), making, () => abort.abort()));
    return;
  }
  const { launch, withdraw } = await overHttp(context, id, set);
  let isGiven = false;
  try {
    isGiven = await give(launch);
  } finally {
    // A token that nobody got opens nothing.
    if (!isGiven) await withdraw();
  }
}

/** Takes tokens of agents back. */
export async function revokeAgentToken(tokens: AgentTokens): Promise<void> {
  const picks = tokenPicks(tokens.all);
  if (picks.length === 0) return void notice('information', t('noTokens'));
  const picked = await pickMany(t('pickRevoked'), picks);
  if (!picked || picked.length === 0) return;
  await tokens.revoke(picked);
  void notice('information', t('revoked', { count: picked.length }));
}

/** A row for an agent; a separator has no format. */
interface AgentRow extends vscode.QuickPickItem {
  readonly id?: DialectId;
}

/** Asks for an agent whose file we can write: the best known, any other, and the rest. */
async function pickAgent(): Promise<AgentRow | undefined> {
  const row = (id: DialectId): AgentRow => ({ label: dialects[id].label, id });
  const others = dialectIds.filter((id) => !first.includes(id) && !own.includes(id));
  return pickRow<AgentRow>(t('pickAgent'), [
    ...first.map(row),
    { label: t('anyAgent'), detail: t('anyAgentDetail'), id: 'dotmcp' },
    { label: t('others'), kind: vscode.QuickPickItemKind.Separator },
    ...others.map(row),
  ]);
}

async function byCommand(
  { extensionContext, environment: inherited }: AgentContext,
  agent: DialectId,
  set: string | undefined,
  signal: AbortSignal,
): Promise<Launch> {
  const { globalStorageUri, extensionPath, extensionMode } = extensionContext;
  const { platform, execPath } = process;
  const launcher = await writeLauncher({
    globalStorage: globalStorageUri.fsPath,
    extensionFolder: extensionPath,
    isDeveloped: extensionMode !== vscode.ExtensionMode.Production,
    env: process.env,
    execPath,
  });
  const environment = await inherited.read(signal);
  return agentLaunch(launcher, agent, { environment, platform, execPath }, set);
}

/** @throws UserError `gatewayMissing`. */
async function overHttp(
  { workspace, agentTokens }: AgentContext,
  agent: DialectId,
  set: string | undefined,
): Promise<{ readonly launch: Launch; readonly withdraw: () => Promise<void> }> {
  const origin = workspace.host.gateway.peek()?.lastingOrigin;
  if (origin === undefined) throw new UserError('gatewayMissing');
  const { token, issued } = await agentTokens.issue(dialects[agent].label, set);
  const headers = { Authorization: `Bearer ${token}` };
  return {
    launch: { type: 'http', url: origin + mergedPath, headers },
    withdraw: () => agentTokens.revoke([issued]),
  };
}
