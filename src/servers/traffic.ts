import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type * as z from 'zod/mini';
import { raceAbort } from '../base/abort';
import { escapedInPattern } from '../base/escape';
import { isObject } from '../base/json';
import { copyOfBeginning } from '../base/largeText';
import { Queue } from '../base/queue';
import { Redactor } from '../base/redact';
import { type StoredText, TextStore } from '../base/textStore';
import { TransientMap } from '../base/transient';
import { maskSecrets } from '../config/maskSecrets';
import type { RecordedOptions, TrafficListener } from '../connection/connection';
import type { Handshake } from '../ipc/state';
import type {
  HttpExchange,
  TrafficLimits,
  TrafficMessages,
  TrafficRecord,
  trafficRequests,
} from '../ipc/traffic';
import type { RequestId, RpcMessage, RpcNotification, RpcRequest } from '../protocol/jsonRpc';

/** Characters of a message that are kept. */
const longestText = 64_000;
/** Characters of a method, subject or turn, which others choose. */
const longestName = 200;
/** Characters of a subject that are kept beyond until it is read, so that a secret at the end is masked whole. */
const margin = 1_000;
/** Characters of messages that are recorded in the turn of the event loop that captured them. */
const mostCaptured = 100_000;
/** Bytes that a record needs beside its texts, approximately. */
const recordBytes = 300;
/** Messages between a notification of ours and its HTTP response at most. */
const nearNotifications = 100;
/** Characters at the end of a session's id that are shown, and the length from which on they give nothing away. */
const shownOfSession = 4;
const longSession = 16;

/** A record without its server, because several clients may know the server by other names. */
export type ServerlessRecord = Omit<TrafficRecord, 'server'>;

/** A message that is not recorded yet. */
interface Captured {
  readonly number: number;
  readonly from: 'client' | 'server';
  readonly message: RpcMessage;
  readonly text: string;
  readonly options: RecordedOptions | undefined;
  readonly during: RequestId | undefined;
  /** In epoch milliseconds. */
  readonly time: number;
  /** By `performance.now()`. */
  readonly at: number;
}

/** The records that are wanted. */
type Wanted = Omit<z.output<typeof trafficRequests.traffic.params>, 'id'>;

interface Kept {
  readonly record: ServerlessRecord;
  /** See {@link Traffic.revision}. */
  revision: number;
  bytes: number;
  /** The text of the message, or the beginning of it. */
  request: StoredText;
  response: StoredText | undefined;
  /** By `performance.now()`. */
  readonly since: number;
  readonly id: string | undefined;
  /** The call of a client that it belongs to. */
  readonly callId: string | undefined;
  /** The secrets that are masked in its texts: all, or fewer; see {@link Traffic.hide}. */
  masked: number;
}

/**
 * The latest messages between us and one server, bounded by count and bytes. A message is recorded after the turn of the
 * event loop that captured it, because its call must not wait for that. Secrets of the launch, and in a subject all that
 * looks like one, are masked when a record is first read, because mostly nobody reads it. Only the beginning of a long
 * message is kept.
 */
export class Traffic implements TrafficListener {
  /** One counter for all servers, so that a server with another launch goes on with greater numbers. */
  static #latest = 0;
  readonly #revision = signal(0);
  #captured: Captured[] = [];
  #capturedSize = 0;
  readonly #kept = new Queue<Kept>();
  readonly #texts = new TextStore();
  /** The requests without a response, by the side that sent them and their id. */
  readonly #open = {
    client: new TransientMap<string, Kept>(),
    server: new TransientMap<string, Kept>(),
  };
  readonly #redactor: Redactor;
  /** Grows when secrets become known. */
  #secrets = 1;
  #bytes = 0;
  #era: Handshake['era'] | undefined;
  /** The revision from which on a client that has seen an earlier one gets all records; see {@link renew}. */
  #from = 0;

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

  /** Marks all records as changed, because a client joins that may have seen later ones of other servers. */
  renew(): void {
    if (this.#kept.length > 0) this.#from = this.#revision.value = Traffic.#latest += 1;
  }

  /** Masks these secrets, too, also in earlier messages; `isReplaced` as in `Redactor.add`. */
  hide(secrets: readonly string[], isReplaced = false): void {
    if (this.#redactor.add(secrets, isReplaced)) this.#secrets += 1;
  }

  sent(message: RpcMessage, text: string, options?: RecordedOptions): void {
    this.#capture('client', message, text, options, undefined);
  }

  received(message: RpcMessage, text: string, during?: RequestId): void {
    this.#capture('server', message, text, undefined, during);
  }

  negotiated(era: Handshake['era']): void {
    this.#record();
    this.#era = era;
    // The handshake belongs to it, too.
    for (let at = this.#kept.length - 1; at >= 0; at--) {
      const kept = this.#kept.at(at);
      if (!kept || kept.record.era !== undefined) break;
      kept.record.era = era;
      this.#noteChange(kept);
    }
  }

  exchanged(message: RpcMessage, exchange: HttpExchange, session: string | undefined): void {
    if (!('method' in message)) return;
    this.#record();
    const kept =
      'id' in message ? this.#open.client.get(String(message.id)) : this.#notified(message.method);
    if (!kept) return;
    kept.record.exchange = exchange;
    if (session !== undefined) kept.record.session = shownSession(session);
    this.#noteChange(kept);
  }

  ended(id: RequestId, isCancelled: boolean): void {
    this.#record();
    const kept = this.#open.client.get(String(id));
    if (!kept) return;
    const { status = 200 } = kept.record.exchange ?? {};
    this.#end('client', id, isCancelled ? 'cancelled' : status >= 400 ? 'error' : 'lost');
  }

  /** Notes that open requests get no response any more. */
  disconnected(): void {
    this.#record();
    this.#era = undefined;
    for (const side of ['client', 'server'] as const)
      for (const { id } of this.#open[side].values()) this.#end(side, id, 'lost');
  }

  /** The newest records that are wanted, oldest first. */
  records({ after = 0, search = '', turn, callId, limit }: Wanted): ServerlessRecord[] {
    this.#settle();
    // Mostly nothing has happened.
    if (this.#revision.peek() <= after) return [];
    const seen = after < this.#from ? 0 : after;
    const wanted = search === '' ? undefined : new RegExp(escapedInPattern(search), 'i');
    const found: ServerlessRecord[] = [];
    for (let at = this.#kept.length - 1; at >= 0 && found.length < limit; at--) {
      const kept = this.#kept.at(at);
      if (!kept || kept.revision <= seen) continue;
      if (callId !== undefined && kept.callId !== callId) continue;
      this.#mask(kept);
      if (turn !== undefined && kept.record.turn !== turn) continue;
      if (!wanted || contains(kept, wanted)) found.push({ ...kept.record });
    }
    return found.toReversed();
  }

  /** The messages of a record. Its time tells it from one with its number that an earlier host had. */
  messages({ number, time }: Pick<TrafficRecord, 'number' | 'time'>): TrafficMessages | undefined {
    this.#settle();
    const kept = this.#find(number);
    if (kept?.record.time !== time) return undefined;
    this.#mask(kept);
    const { record, request, response } = kept;
    return {
      request: { text: String(request), isCut: record.size > longestText },
      ...(response !== undefined && {
        response: { text: String(response), isCut: (record.responseSize ?? 0) > longestText },
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

  #capture(
    from: 'client' | 'server',
    message: RpcMessage,
    text: string,
    options: RecordedOptions | undefined,
    during: RequestId | undefined,
  ): void {
    const limits = this.limits();
    if (limits.records === 0) return this.#dropOld(limits);
    if (this.#captured.length === 0) setImmediate(this.#record);
    this.#captured.push({
      // Orders the messages of all servers, which are recorded one server after another.
      number: (Traffic.#latest += 1),
      from,
      message,
      text,
      options,
      during,
      time: Date.now(),
      at: performance.now(),
    });
    this.#capturedSize += text.length;
    if (this.#capturedSize > mostCaptured) this.#record();
  }

  /** Brings the records up to date, which are to be read: with what was captured, and within limits lowered since. */
  #settle(): void {
    this.#record();
    this.#dropOld(this.limits());
  }

  /** Records the messages that were captured. */
  readonly #record = (): void => {
    if (this.#captured.length === 0) return;
    const captured = this.#captured;
    this.#captured = [];
    this.#capturedSize = 0;
    for (const one of captured) {
      const { from, message } = one;
      if ('method' in message) this.#add(one, message);
      else this.#end(from === 'client' ? 'server' : 'client', message.id, outcomeOf(message), one);
    }
    this.#dropOld(this.limits());
  };

  #add(captured: Captured, message: RpcRequest | RpcNotification): void {
    const { number, from, options, text } = captured;
    const { method, params } = message;
    const id = 'id' in message ? String(message.id) : undefined;
    const subject = params?.['name'] ?? params?.['uri'];
    const cause =
      from === 'server' && id !== undefined ? this.#causeOf(captured.during) : undefined;
    const turn = options?.turn ?? cause?.record.turn;
    const request = this.#store(text);
    // All of one shape, because every call makes one.
    const kept: Kept = {
      record: {
        number,
        time: captured.time,
        from,
        method: copyOfBeginning(method, longestName),
        subject:
          typeof subject === 'string' ? copyOfBeginning(subject, longestName + margin) : undefined,
        caller: options?.caller,
        turn: turn === undefined ? undefined : copyOfBeginning(turn, longestName),
        cause: cause?.record.number,
        era: this.#era,
        session: undefined,
        exchange: undefined,
        outcome: id === undefined ? 'notification' : 'open',
        size: text.length,
        responseSize: undefined,
        took: undefined,
      },
      revision: 0,
      bytes: recordBytes + request.bytes,
      request,
      response: undefined,
      since: captured.at,
      id,
      callId: options?.callId ?? cause?.callId,
      masked: 0,
    };
    if (id !== undefined) this.#open[from].set(id, kept);
    if (method === 'notifications/cancelled') this.#end(from, params?.['requestId'], 'cancelled');
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
    this.#noteChange(kept);
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

  /** Ends an open request, with its response if it has one. */
  #end(
    from: 'client' | 'server',
    id: unknown,
    outcome: TrafficRecord['outcome'],
    response?: Captured,
  ): void {
    // The one to cancel may be anything, and only these are surely turned into texts.
    if (typeof id !== 'string' && typeof id !== 'number') return;
    const kept = this.#open[from].get(String(id));
    // It may have been dropped or cancelled.
    if (!kept) return;
    this.#open[from].delete(String(id));
    const { record } = kept;
    record.outcome = outcome;
    record.took = (response?.at ?? performance.now()) - kept.since;
    if (response) {
      kept.response = this.#store(response.text);
      kept.masked = 0;
      record.responseSize = response.text.length;
      kept.bytes += kept.response.bytes;
      this.#bytes += kept.response.bytes;
    }
    this.#noteChange(kept);
  }

  /** The request of ours for which the server sends one: that of its stream, else the only call that is open. */
  #causeOf(during: RequestId | undefined): Kept | undefined {
    if (during !== undefined) return this.#open.client.get(String(during));
    const [call, ...others] = this.#open.client.values().filter(({ record }) => record.caller);
    return others.length === 0 ? call : undefined;
  }

  #noteChange(kept: Kept): void {
    kept.revision = Traffic.#latest += 1;
    this.#revision.value = kept.revision;
  }

  #dropOld({ records, bytes }: TrafficLimits): void {
    while (this.#kept.length > records || this.#bytes > bytes) {
      const kept = this.#kept.shift();
      if (!kept) return;
      this.#bytes -= kept.bytes;
      this.#texts.remove(kept.request);
      if (kept.response) this.#texts.remove(kept.response);
      const open = this.#open[kept.record.from];
      if (kept.id !== undefined && open.get(kept.id) === kept) open.delete(kept.id);
    }
  }

  /** Masks all known secrets in the texts of a record, which is to be read. */
  #mask(kept: Kept): void {
    if (kept.masked === this.#secrets) return;
    kept.masked = this.#secrets;
    const { record } = kept;
    const masked = (text: string): string => this.#redactor.masked(text, longestName);
    record.method = masked(record.method);
    record.subject =
      record.subject && copyOfBeginning(maskSecrets('', masked(record.subject)), longestName);
    record.turn = record.turn && masked(record.turn);
    kept.request = this.#maskedText(kept, kept.request);
    kept.response = kept.response && this.#maskedText(kept, kept.response);
  }

  #maskedText(kept: Kept, text: StoredText): StoredText {
    const plain = String(text);
    const masked = this.#redactor.masked(plain);
    if (masked === plain) return text;
    this.#texts.remove(text);
    const replaced = this.#store(masked);
    const more = replaced.bytes - text.bytes;
    kept.bytes += more;
    this.#bytes += more;
    return replaced;
  }

  #store(text: string): StoredText {
    return this.#texts.add(text.slice(0, longestText));
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

function contains({ record, request, response }: Kept, wanted: RegExp): boolean {
  const { method, subject = '' } = record;
  return [method, subject, request, response ?? ''].some((text) => wanted.test(String(text)));
}
