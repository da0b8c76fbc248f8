import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { ChatSession } from '../ipc/state';

/** An open session of a chat. */
export interface OpenChatSession {
  /** Ends it: `ended` by the client itself, or `lost` without a word. A second end changes nothing. */
  end(how: Exclude<ChatSession['kind'], 'open'>): void;
}

/** The beginning of a session of a chat. */
interface Beginning {
  /** True if its handshake had the server's identity. */
  readonly greeted: boolean;
  /** The version of the definition that VS Code had of the server. */
  readonly definition?: string | undefined;
}

interface Sessions {
  readonly open: ReadonlyMap<OpenChatSession, Beginning>;
  /** The number of sessions so far. */
  readonly count: number;
  /** The last one that ended. */
  readonly last: Pick<ChatSession, 'definition'> & { readonly kind: 'ended' | 'lost' };
}

const none: Sessions = { open: new Map(), count: 0, last: { kind: 'lost' } };

/**
 * The sessions that a window's chat has with its servers. Only the gateway knows whether chat uses a published
 * definition. A session lasts from its first request until chat deletes it (`ended`) or its stream breaks (`lost`). It
 * names its definition, because a session by a former definition may open late.
 */
export class ChatSessions {
  readonly #servers = new Map<string, Signal<Sessions>>();

  /** The chat's session with a server; `undefined` until there was one. */
  of(server: string): ReadonlySignal<ChatSession | undefined> {
    const sessions = this.#at(server);
    return computed(() => sessionOf(sessions.value));
  }

  /** Notes a new session. */
  begin(server: string, { greeted, definition }: Beginning): OpenChatSession {
    const sessions = this.#at(server);
    const session: OpenChatSession = {
      end: (how) => {
        const { open, count } = sessions.peek();
        if (!open.has(session)) return;
        const others = new Map([...open].filter(([other]) => other !== session));
        sessions.value = { open: others, count, last: { kind: how, definition } };
      },
    };
    const { open, count, last } = sessions.peek();
    const beginnings = new Map([...open, [session, { greeted, definition }] as const]);
    sessions.value = { open: beginnings, count: count + 1, last };
    return session;
  }

  #at(server: string): Signal<Sessions> {
    const known = this.#servers.get(server) ?? signal(none);
    this.#servers.set(server, known);
    return known;
  }
}

function sessionOf({ open, count, last }: Sessions): ChatSession | undefined {
  if (count === 0) return undefined;
  const newest = [...open.values()].at(-1);
  return newest ? { kind: 'open', count, ...newest } : { ...last, count };
}
