import { fenced } from '../text/markdown';
import { t } from './participantTexts';

/** A server, for the model. */
export interface ServerAbout {
  readonly name: string;
  /** What it says of its use, unless something in that is suspicious. */
  readonly instructions?: string | undefined;
}

/** What the model should know. */
export interface SystemFacts {
  /** All tools fit; else it has to look for them. */
  readonly isDeferred: boolean;
  readonly hasTools: boolean;
  /** "github (26 tools)" of all that have told of some. */
  readonly servers: readonly string[];
  /** Names of those that have told of none yet. */
  readonly unread: readonly string[];
  /** Those whose tools it has. */
  readonly offered: readonly ServerAbout[];
}

/** Characters of what one server says of its use, and of all. */
const [mostOfServer, mostOfAll] = [4_000, 16_000];
/** Servers that are named. */
const mostServers = 100;

/** What stands before every conversation. What servers say comes last and under their names. */
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
