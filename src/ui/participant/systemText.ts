import { fenced } from '../text/markdown';
import { t } from './participantTexts';

/** A server as the system prompt describes it. */
export interface ServerAbout {
  readonly name: string;
  /** The server's instructions; absent if the scan found something suspicious in them. */
  readonly instructions?: string | undefined;
}

/** Facts for the system prompt. */
export interface SystemFacts {
  /** True if not all tools fit, so that the model has to search. */
  readonly isDeferred: boolean;
  readonly hasTools: boolean;
  /** Servers whose catalogs are known, as "github (26 tools)". */
  readonly servers: readonly string[];
  /** Names of servers whose catalogs are not known yet. */
  readonly unread: readonly string[];
  /** Servers whose tools are offered. */
  readonly offered: readonly ServerAbout[];
}

/** Largest instructions of one server, and of all, in characters. */
const [mostOfServer, mostOfAll] = [4_000, 16_000];
/** Servers that are named. */
const mostServers = 100;

/** System prompt. Instructions of servers come last, each under the server's name. */
export function systemText(facts: SystemFacts): string {
  const { isDeferred, hasTools, servers, unread, offered } = facts;
  const parts = [
    t('role'),
    isDeferred && t('look', { servers: servers.slice(0, mostServers) }),
    unread.length > 0 && t('unread', { servers: unread.slice(0, mostServers) }),
    !hasTools && unread.length === 0 && t('noTools'),
  ].filter((part) => part !== false);
  let left = mostOfAll;
  for (const { name, instructions } of offered) {
    const text = instructions?.trim().slice(0, Math.min(left, mostOfServer)) ?? '';
    if (text === '') continue;
    left -= text.length;
    parts.push(t('instructionsOf', { server: name, text: fenced(text, '') }));
  }
  return parts.join('\n\n');
}
