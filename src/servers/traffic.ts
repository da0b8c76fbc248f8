import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { raceAbort } from '../base/abort';
import { escapedInPattern } from '../base/escape';
import { isObject } from '../base/json';
import { Queue } from '../base/queue';
import { Redactor } from '../base/redact';
import type { RecordedOptions, TrafficListener } from '../connection/connection';
import type { Handshake } from '../ipc/state';
import type { HttpExchange, TrafficLimits, TrafficMessages, TrafficRecord } from '../ipc/traffic';
import type { RequestId, RpcMessage } from '../protocol/jsonRpc';

/** Characters of a message that are kept. */
const longestText = 64_000;
/** Characters of a method, subject or turn, which others choose. */
const longestName = 200;
/** Bytes that a record needs beside its texts, approximately. */
const recordBytes = 300;
/** Messages between a notification of ours and its HTTP response at most. */
const nearNotifications = 100;
/** Characters at the end of a session's id that are shown, and the length from which on they give nothing away. */
const shownOfSession = 4;
const longSession = 16;

/** A record without its server, because several clients may know the server by other names. */
export type ServerlessRecord = Omit<TrafficRecord, 'server'>;

/** Facts about a message beside its text. */
type RecordedMore = Pick<TrafficRecord, 'caller' | 'turn' | 'cause'>;

/** The records that are wanted. */
interface Wanted {
  /** Only those that were added or changed after this revision. */
  readonly after?: number | undefined;
  /** Only those with this text in the method, the subject or a message; case does not count. */
  readonly search?: string | undefined;
  /** Only those of this turn of a chat. */
  readonly turn?: string | undefined;
  /** Only those of this call of a client. */
  readonly callId?: string | undefined;
  /** The number of records; the newest are returned. */
  readonly limit: number;
}

interface Kept {
  readonly record: ServerlessRecord;
  /** See {@link Traffic.revision}. */
  revision: number;
  bytes: number;
  request: string;
  response?: string;
  /** By `performance.now()`. */
  readonly since: number;
  readonly id: string | undefined;
  /** The call of a client that it belongs to. */
  readonly callId: string | undefined;
}

/**
 * The latest messages between us and one server, bounded by count and bytes. Secrets of the launch are masked before a
 * message is kept. Only the beginning of a long message is kept.
 */
export class Traffic implements TrafficListener {
  /** One counter for all servers, so that a server with another launch goes on with greater numbers. */
  static #latest = 0;
  readonly #revision = signal(0);
  readonly #kept = new Queue<Kept>();
  /** The requests without a response, by the side that sent them and their id. */
  readonly #open = { client: new Map<string, Kept>(), server: new Map<string, Kept>() };
  readonly #redactor: Redactor;
  #bytes = 0;
  #era: Handshake['era'] | undefined;

  constructor(
    secrets: readonly string[],
    private readonly limits: () => TrafficLimits,
  ) {
    this.#redactor = new Redactor(secrets, longestText);
  }

  /** Grows with each change of a record. */
  get revision(): ReadonlySignal<number> {
    return this.#revision;
  }

  /** Masks these secrets, too, also in earlier messages. */
  hide(secrets: readonly string[]): void {
    if (!this.#redactor.add(secrets)) return;
    for (const kept of this.#kept.toArray()) {
      const { subject } = kept.record;
      kept.request = this.#redactor.masked(kept.request);
      if (kept.response !== undefined) kept.response = this.#redactor.masked(kept.response);
      if (subject !== undefined) {
        kept.record.subject = this.#redactor.masked(subject);
      }
    }
  }

  sent(message: RpcMessage, text: string, { caller, turn, callId }: RecordedOptions = {}): void {
    const more = {
      ...(caller && { caller }),
      ...(turn !== undefined && { turn: this.#redactor.masked(turn.slice(0, longestName)) }),
    };
    this.#add('client', message, text, more, callId);
  }

  received(message: RpcMessage, text: string, during?: RequestId): void {
    const isRequest = 'method' in message && 'id' in message;
    const cause = isRequest ? this.#causeOf(during) : undefined;
    const { number, turn } = cause?.record ?? {};
    const more = {
      ...(number !== undefined && { cause: number }),
      ...(turn !== undefined && { turn }),
    };
    this.#add('server', message, text, more, cause?.callId);
  }

  negotiated(era: Handshake['era']): void {
    this.#era = era;
    // The handshake belongs to it, too.
    for (let at = this.#kept.length - 1; at >= 0; at--) {
      const kept = this.#kept.at(at);
      if (!kept || kept.record.era !== undefined) break;
      this.#change(kept, { era });
    }
  }

  exchanged(message: RpcMessage, exchange: HttpExchange, session: string | undefined): void {
    if (!('method' in message)) return;
    const kept =
      'id' in message ? this.#open.client.get(String(message.id)) : this.#notified(message.method);
    if (!kept) return;
    const shown = session !== undefined && { session: shownSession(session) };
    this.#change(kept, { exchange, ...shown });
  }

  ended(id: RequestId, isCancelled: boolean): void {
    const kept = this.#open.client.get(String(id));
    if (!kept) return;
    const { status = 200 } = kept.record.exchange ?? {};
    this.#end('client', String(id), isCancelled ? 'cancelled' : status >= 400 ? 'error' : 'lost');
  }

  /** Notes that open requests get no response any more. */
  disconnected(): void {
    this.#era = undefined;
    for (const side of ['client', 'server'] as const)
      for (const id of this.#open[side].keys()) this.#end(side, id, 'lost');
  }

  /** The newest records that are wanted, oldest first. */
  records({ after = 0, search = '', turn, callId, limit }: Wanted): ServerlessRecord[] {
    // Mostly nothing has happened.
    if (this.#revision.peek() <= after) return [];
    const wanted = search === '' ? undefined : new RegExp(escapedInPattern(search), 'i');
    const found: ServerlessRecord[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length < limit; at--) {
      const kept = this.#kept.at(at);
      if (!kept || kept.revision <= after) continue;
      if (turn !== undefined && kept.record.turn !== turn) continue;
      if (callId !== undefined && kept.callId !== callId) continue;
      if (!wanted || contains(kept, wanted)) found.push({ ...kept.record });
    }
    return found.toReversed();
  }

  /** The messages of a record. Its time tells it from one with its number that an earlier host had. */
  messages({ number, time }: Pick<TrafficRecord, 'number' | 'time'>): TrafficMessages | undefined {
    const kept = this.#find(number);
    if (kept?.record.time !== time) return undefined;
    const { record, request, response } = kept;
    return {
      request: { text: request, isCut: record.size > longestText },
      ...(response !== undefined && {
        response: { text: response, isCut: (record.responseSize ?? 0) > longestText },
      }),
    };
  }

  /** Halves the range again and again, because the numbers grow. */
  #find(number: number): Kept | undefined {
    let first = 0;
    let end = this.#kept.length;
    while (first < end) {
      const middle = Math.trunc((first + end) / 2);
      if ((this.#kept.at(middle)?.record.number ?? Infinity) < number) first = middle + 1;
      else end = middle;
    }
    const kept = this.#kept.at(first);
    return kept?.record.number === number ? kept : undefined;
  }

  #add(
    from: 'client' | 'server',
    message: RpcMessage,
    text: string,
    more: RecordedMore,
    callId: string | undefined,
  ): void {
    const limits = this.limits();
    if (limits.records === 0) return;
    if ('method' in message) this.#addRequest(from, message, text, more, callId);
    else this.#addResponse(from === 'client' ? 'server' : 'client', message, text);
    this.#dropOld(limits);
  }

  #addRequest(
    from: 'client' | 'server',
    message: Extract<RpcMessage, { method: string }>,
    text: string,
    more: RecordedMore,
    callId: string | undefined,
  ): void {
    const { method, params = {} } = message;
    const id = 'id' in message ? message.id : undefined;
    const subject = params['name'] ?? params['uri'];
    const number = (Traffic.#latest += 1);
    const request = this.#textOf(text);
    const kept: Kept = {
      record: {
        number,
        time: Date.now(),
        from,
        method: this.#redactor.masked(method.slice(0, longestName)),
        ...(typeof subject === 'string' && {
          subject: this.#redactor.masked(subject.slice(0, longestName)),
        }),
        ...more,
        ...(this.#era && { era: this.#era }),
        outcome: id === undefined ? 'notification' : 'open',
        size: text.length,
      },
      revision: number,
      bytes: recordBytes + bytesOf(request),
      request,
      since: performance.now(),
      id: id === undefined ? undefined : String(id),
      callId,
    };
    if (kept.id !== undefined) this.#open[from].set(kept.id, kept);
    if (method === 'notifications/cancelled')
      this.#end(from, String(params['requestId']), 'cancelled');
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    this.#revision.value = number;
  }

  #addResponse(
    side: 'client' | 'server',
    message: Exclude<RpcMessage, { method: string }>,
    text: string,
  ): void {
    const id = String(message.id);
    const kept = this.#open[side].get(id);
    this.#open[side].delete(id);
    // Its request may have been dropped or cancelled.
    if (!kept) return;
    kept.response = this.#textOf(text);
    const bytes = bytesOf(kept.response);
    kept.bytes += bytes;
    this.#bytes += bytes;
    const took = performance.now() - kept.since;
    this.#change(kept, { outcome: outcomeOf(message), took, responseSize: text.length });
  }

  /** Our latest notification that has no HTTP exchange yet. */
  #notified(method: string): Kept | undefined {
    const first = Math.max(0, this.#kept.length - nearNotifications);
    for (let at = this.#kept.length - 1; at >= first; at--) {
      const kept = this.#kept.at(at);
      const { from, outcome, exchange, method: one } = kept?.record ?? {};
      if (from === 'client' && outcome === 'notification' && !exchange && one === method)
        return kept;
    }
    return undefined;
  }

  /** Ends an open request that gets no response any more. */
  #end(from: 'client' | 'server', id: string, outcome: TrafficRecord['outcome']): void {
    const kept = this.#open[from].get(id);
    if (!kept) return;
    this.#open[from].delete(id);
    const took = performance.now() - kept.since;
    this.#change(kept, { outcome, took });
  }

  /** The request of ours for which the server sends one: that of its stream, else the only call that is open. */
  #causeOf(during: RequestId | undefined): Kept | undefined {
    if (during !== undefined) return this.#open.client.get(String(during));
    const [call, ...others] = [...this.#open.client.values()].filter(({ record }) => record.caller);
    return others.length === 0 ? call : undefined;
  }

  #change(kept: Kept, change: Partial<ServerlessRecord>): void {
    // In place, because every request is changed; readers get copies.
    Object.assign(kept.record, change);
    kept.revision = Traffic.#latest += 1;
    this.#revision.value = kept.revision;
  }

  #dropOld({ records, bytes }: TrafficLimits): void {
    while (this.#kept.length > records || this.#bytes > bytes) {
      const kept = this.#kept.shift();
      if (!kept) return;
      this.#bytes -= kept.bytes;
      const open = this.#open[kept.record.from];
      if (kept.id !== undefined && open.get(kept.id) === kept) open.delete(kept.id);
    }
  }

  /** The beginning of a text, copied, because a slice would keep all of it in memory. */
  #textOf(text: string): string {
    const kept =
      text.length > longestText ? Buffer.from(text.slice(0, longestText)).toString() : text;
    return this.#redactor.masked(kept);
  }
}

/** A server with its traffic; its `traffic` is a signal to be read, because another launch has another one. */
interface Recorded {
  readonly id: string;
  readonly name: string;
  readonly traffic: Traffic | undefined;
}

/**
 * Resolves when one of the servers has something newer than a revision. `servers` may read signals. Rejects with the
 * reason of the signal.
 */
export async function newTraffic(
  servers: () => readonly Pick<Recorded, 'traffic'>[],
  after: number,
  abort: AbortSignal,
): Promise<void> {
  let stop = (): void => undefined;
  const changed = new Promise<void>((resolve) => {
    stop = effect(() => {
      if (newestRevision(servers()) > after) resolve();
    });
  });
  await raceAbort(changed, abort).finally(stop);
}

/** The records of several servers that are wanted, oldest first, with the revision that they have together. */
export function trafficOf(
  servers: readonly Recorded[],
  wanted: Wanted,
): { revision: number; records: TrafficRecord[] } {
  // Two entries with the same launch have the same traffic.
  const byTraffic = new Map(servers.toReversed().map((server) => [server.traffic, server]));
  const records = [...byTraffic].flatMap(([traffic, { id, name }]) => {
    const found = traffic?.records(wanted) ?? [];
    return found.map((record) => ({ ...record, server: { id, name } }));
  });
  const inOrder = records.toSorted((a, b) => a.number - b.number);
  return { revision: newestRevision(servers), records: inOrder.slice(-wanted.limit) };
}

function newestRevision(servers: readonly Pick<Recorded, 'traffic'>[]): number {
  return Math.max(0, ...servers.map(({ traffic }) => traffic?.revision.value ?? 0));
}

function outcomeOf(message: Exclude<RpcMessage, { method: string }>): TrafficRecord['outcome'] {
  if ('error' in message) return 'error';
  const { isError, resultType } = isObject(message.result) ? message.result : {};
  if (resultType === 'input_required') return 'asks';
  return isError === true ? 'isError' : 'ok';
}

/** The end of a session's id, so that it is told from others and found in a server's log, but not usable. */
function shownSession(id: string): string {
  return id.length < longSession ? '…' : `…${id.slice(-shownOfSession)}`;
}

/** Two bytes for each character, as JavaScript needs them at most. */
function bytesOf(text: string): number {
  return text.length * 2;
}

function contains({ record, request, response }: Kept, wanted: RegExp): boolean {
  const { method, subject = '' } = record;
  return [method, subject, request, response ?? ''].some((text) => wanted.test(text));
}
