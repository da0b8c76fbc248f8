import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { ExternalOffer } from '../../ipc/externalClients';
import type { AgentTokens } from '../agentTokens';
import type { ServersSetting } from '../configuredServers';
import type { ToolSets } from '../policy/toolSets';

/** On what terms a window takes external clients. */
export function externalOffer(
  setting: ReadonlySignal<ServersSetting>,
  toolSets: Pick<ToolSets, 'all'>,
  tokens: Pick<AgentTokens, 'all'>,
): ReadonlySignal<ExternalOffer> {
  return computed(() => ({
    folders: [...setting.value.folders.keys()],
    sets: Object.fromEntries(Array.from(toolSets.all, ([name, set]) => [name, [...set]])),
    tokens: [...tokens.all.value],
  }));
}
