import { createHmac, randomBytes, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { BoundedMap, BoundedSet } from '../../base/bounded';
import type { Disposable } from '../../base/disposable';
import { mcpObjectSchema } from '../../ipc/state';
import type { Requirements } from '../../servers/serverClients';
import type { Grant } from '../gatewayServer';
import type { RelayOptions } from '../relay';
import { Session } from './session';

/** Milliseconds without a request or a stream after which a session is let go. It may take twice as long. */
const idleTimeout = 3_600_000;

/** All sessions of legacy clients. */
export class Sessions implements Disposable {
  readonly #sessions = new Map<string, Session>();
  /** Unused since the last turn of the timer. */
  readonly #quiet = new Set<Session>();
  /** Ids of sessions that have ended. */
  readonly #ended: BoundedSet<string>;
  /** Requirements of removed sessions, by id, because clients do not notice the removal and repeat none. */
  readonly #required: BoundedMap<string, Requirements>;
  readonly #timer = setInterval(() => this.#letGo(), idleTimeout).unref();
  /** Grants whose revocation is followed. */
  readonly #grants = new WeakSet<Grant>();

  constructor(
    private readonly options: RelayOptions,
    private readonly seal: SessionSeal,
    /** The number of sessions at most; an idle one makes room for a new one. */
    private readonly limit: number,
  ) {
    this.#ended = new BoundedSet(limit);
    this.#required = new BoundedMap(limit);
  }

  open(grant: Grant, facts: SessionFacts): Session {
    return this.#add(new Session(this.seal.seal(facts), grant, facts, this.options));
  }

  /** The session, if it is one of this grant with this server. Resumes those of an earlier host and those let go. */
  find(id: string, grant: Grant, serverId: string): Session | undefined {
    const session = this.#sessions.get(id) ?? this.#resumed(id, grant, serverId);
    if (session?.grant !== grant || session.facts.serverId !== serverId) return undefined;
    session.lastUsed = performance.now();
    this.#quiet.delete(session);
    return session;
  }

  end(session: Session): void {
    this.#forget(session);
    this.#required.delete(session.id);
    this.#ended.add(session.id);
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) this.end(session);
  }

  /** Lets go idle sessions, which clients need not end. They can be resumed. */
  #letGo(): void {
    for (const session of this.#sessions.values()) {
      if (session.isActive) this.#quiet.delete(session);
      else if (this.#quiet.has(session)) this.#remove(session);
      else this.#quiet.add(session);
    }
  }

  /** Removes a session that can be resumed, and keeps its requirements. */
  #remove(session: Session): void {
    this.#required.set(session.id, session.requirements);
    this.#forget(session);
  }

  #forget(session: Session): void {
    this.#sessions.delete(session.id);
    this.#quiet.delete(session);
    session.dispose();
  }

  #add(session: Session): Session {
    if (this.#sessions.size >= this.limit) this.#makeRoom();
    this.#sessions.set(session.id, session);
    this.#removeWith(session.grant);
    return session;
  }

  #resumed(id: string, grant: Grant, serverId: string): Session | undefined {
    const facts = this.#ended.has(id) ? undefined : this.seal.open(id);
    if (facts?.serverId !== serverId) return undefined;
    const session = this.#add(new Session(id, grant, facts, this.options));
    session.resume(this.#required.get(id));
    this.#required.delete(id);
    return session;
  }

  /** Removes sessions with their grant; they can be resumed, because a reloaded window takes the same token again. */
  #removeWith(grant: Grant): void {
    if (this.#grants.has(grant)) return;
    this.#grants.add(grant);
    grant.revoked.addEventListener(
      'abort',
      () => {
        for (const session of this.#sessions.values())
          if (session.grant === grant) this.#remove(session);
      },
      { once: true },
    );
  }

  #makeRoom(): void {
    const all = [...this.#sessions.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    const oldest = all.find((session) => !session.isActive) ?? all[0];
    if (oldest) this.end(oldest);
  }
}

const factsSchema = z.object({
  serverId: z.string(),
  /** The revision that was agreed on. */
  version: z.string(),
  capabilities: mcpObjectSchema,
  info: z.optional(mcpObjectSchema),
});

/** The facts by which a session can be resumed. */
export type SessionFacts = Readonly<z.infer<typeof factsSchema>>;

/** Characters of an id, because all headers of a request have to fit into 16 KB. */
const maxIdLength = 4_096;

/**
 * Makes session ids that carry their facts, signed. A host with the key resumes sessions of an earlier host, and
 * sessions that it has let go. Clients need not notice. Ids open nothing without a token.
 */
export class SessionSeal {
  constructor(private readonly key: KeyObject) {}

  /** A new id; one that would be too long carries nothing. */
  seal(facts: SessionFacts): string {
    const text = Buffer.from(JSON.stringify(facts)).toString('base64url');
    const signed = `${randomBytes(12).toString('base64url')}.${text}`;
    const id = `${signed}.${this.#sign(signed)}`;
    return id.length > maxIdLength ? randomUUID() : id;
  }

  /** The facts in an id of a host with the same key; `undefined` for every other id. */
  open(id: string): SessionFacts | undefined {
    if (id.length > maxIdLength) return undefined;
    const end = id.lastIndexOf('.');
    const signed = id.slice(0, Math.max(end, 0));
    const text = signed.split('.')[1];
    if (text === undefined || !isEqual(id.slice(end + 1), this.#sign(signed))) return undefined;
    return factsSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  }

  #sign(text: string): string {
    return createHmac('sha256', this.key).update(`session ${text}`).digest('base64url');
  }
}

function isEqual(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
