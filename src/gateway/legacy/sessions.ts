import type { Disposable } from '../../base/disposable';
import type { Grant } from '../gatewayServer';
import { Session, type SessionPorts } from './session';
import type { SessionFacts, SessionSeal } from './sessionSeal';

/** Milliseconds without a request or a stream after which a session is let go: an hour, or up to two. */
const patience = 3_600_000;

/** All sessions, least recently used first. */
export class Sessions implements Disposable {
  readonly #sessions = new Map<string, Session>();
  /** Nobody has used them since they were looked at last. */
  readonly #quiet = new Set<Session>();
  /** Names whose sessions have ended. */
  readonly #ended = new Set<string>();
  readonly #timer = setInterval(() => this.#letGo(), patience).unref();
  /** Grants whose end is listened to. */
  readonly #grants = new WeakSet<Grant>();

  constructor(
    private readonly ports: SessionPorts,
    private readonly seal: SessionSeal,
    /** How many are kept; an idle one makes room for a new one. */
    private readonly limit: number,
  ) {}

  open(grant: Grant, facts: SessionFacts): Session {
    return this.#add(new Session(this.seal.seal(facts), grant, facts, this.ports));
  }

  /** The session, if it is one of this grant with this server; one of an earlier host, or let go, goes on. */
  find(id: string, grant: Grant, serverId: string): Session | undefined {
    const session = this.#sessions.get(id) ?? this.#resumed(id, grant, serverId);
    if (session?.grant !== grant || session.facts.serverId !== serverId) return undefined;
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    this.#quiet.delete(session);
    return session;
  }

  end(session: Session): void {
    this.#remove(session);
    this.#ended.add(session.id);
    const [oldest] = this.#ended;
    if (oldest !== undefined && this.#ended.size > this.limit) this.#ended.delete(oldest);
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) this.end(session);
  }

  /** Clients need not end a session. It goes on by its name, but what it subscribed to is not kept. */
  #letGo(): void {
    for (const session of this.#sessions.values()) {
      if (session.isActive) this.#quiet.delete(session);
      else if (this.#quiet.has(session)) this.#remove(session);
      else this.#quiet.add(session);
    }
  }

  #remove(session: Session): void {
    this.#sessions.delete(session.id);
    this.#quiet.delete(session);
    session.dispose();
  }

  #add(session: Session): Session {
    if (this.#sessions.size >= this.limit) this.#makeRoom();
    this.#sessions.set(session.id, session);
    this.#endWith(session.grant);
    return session;
  }

  #resumed(id: string, grant: Grant, serverId: string): Session | undefined {
    const facts = this.#ended.has(id) ? undefined : this.seal.open(id);
    if (facts?.serverId !== serverId) return undefined;
    const session = this.#add(new Session(id, grant, facts, this.ports));
    session.resume();
    return session;
  }

  #endWith(grant: Grant): void {
    if (this.#grants.has(grant)) return;
    this.#grants.add(grant);
    grant.revoked.addEventListener(
      'abort',
      () => {
        for (const session of this.#sessions.values())
          if (session.grant === grant) this.end(session);
      },
      { once: true },
    );
  }

  #makeRoom(): void {
    const all = [...this.#sessions.values()];
    const oldest = all.find((session) => !session.isActive) ?? all[0];
    if (oldest) this.end(oldest);
  }
}
