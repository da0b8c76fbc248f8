import { dialectIds, type DialectId } from '../../config/definition';
import { dialects } from '../../config/dialects';
import type { ToolSet } from '../../config/settings/toolSets';
import type { ExternalOffer } from '../../ipc/externalClients';
import { untrustedText } from '../text/untrustedText';
import { textsOf } from '../text/format';

/** Texts for connecting other agents. */
export const t = textsOf({
  pickAgent: 'Which agent should get the servers of this window?',
  anyAgent: 'Any Other Agent',
  anyAgentDetail: 'An entry of "mcpServers", as most of them take it.',
  others: 'others',
  pickSet: 'Which tools does {agent} get?',
  windowSet: 'What Is Switched On in This Window',
  windowSetDetail: 'Follows what you switch on and off.',
  setDetail: 'The set as the settings have it, whatever is switched on here.',
  pickWay: 'How does {agent} reach them?',
  stdio: 'By a Command (Recommended)',
  stdioDetail: 'No port and no token stands in its file. It finds this window by the folder.',
  http: 'Over HTTP, with a Token of Its Own',
  httpDetail: 'Works while this window is open. Revoke the token whenever you like.',
  pickRevoked: 'Which tokens should open nothing any more?',
  tokenSet: 'set "{set}"',
  noTokens: 'No agent has a token of this workspace.',
  revoked: '{count} {count|token is|tokens are} revoked; {count|its|their} sessions have ended.',
});

/** An agent to be chosen, by the format of its file. */
export interface AgentPick {
  readonly label: string;
  readonly detail?: string;
  readonly id: DialectId;
}

const first: readonly DialectId[] = ['claude-code', 'codex', 'gemini', 'cursor'];
/** They are VS Code itself. */
const own: readonly DialectId[] = ['vscode', 'codeWorkspace', 'dotmcp'];

/** Every agent whose file we can write: the best known, the one for any other, and the rest. */
export function agentPicks(): { readonly known: AgentPick[]; readonly others: AgentPick[] } {
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
export function agentSetPicks(sets: ReadonlyMap<string, ToolSet>) {
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

export function agentTransportPicks() {
  return [
    { label: t('stdio'), detail: t('stdioDetail'), way: 'stdio' },
    { label: t('http'), detail: t('httpDetail'), way: 'http' },
  ] as const;
}

/** The tokens that can be revoked. */
export function tokenPicks(tokens: readonly ExternalOffer['tokens'][number][]) {
  return tokens.map((token) => ({
    label: untrustedText(token.name),
    ...(token.set !== undefined && {
      description: t('tokenSet', { set: untrustedText(token.set) }),
    }),
    token,
  }));
}
