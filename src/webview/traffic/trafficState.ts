import { batch, computed, signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import { trafficRecordSchema, type TrafficMessages, type TrafficRecord } from '../../ipc/traffic';
import { mostRecords, type FromTraffic, type ToTraffic } from '../../ui/traffic/trafficMessages';

/** Records that a person can pin, and others whose messages the page keeps: the latest that were read. */
const most = { pins: 20, others: 20 };

/** Identifies a record among those of all hosts, each of which counts anew. */
type Key = Pick<TrafficRecord, 'number' | 'time'>;

/** The traffic that a page shows. The page passes it the messages of {@link ToTraffic}. */
export class TrafficState {
  /** Oldest first. */
  readonly records = signal<readonly TrafficRecord[]>([]);
  /** False until the editor has told the first records. */
  readonly isKnown = signal(false);
  readonly search = signal('');
  /** The id of the server whose traffic is shown; absent: that of all. */
  readonly server = signal<string | undefined>(undefined);
  /** The turn of a chat that is shown in place of the list. */
  readonly turn = signal<string | undefined>(undefined);
  /** The names by the ids of all servers that had traffic. */
  readonly servers = signal<ReadonlyMap<string, string>>(new Map());
  /** The records that a person keeps at hand, in the order in which they were pinned. They outlive those of the host. */
  readonly pinned = signal<readonly TrafficRecord[]>([]);
  /** The messages of records that were read; `null`: they were dropped before. */
  readonly #messages = signal<ReadonlyMap<string, TrafficMessages | null>>(new Map());
  readonly #shownKey = signal<string | undefined>(undefined);
  readonly #comparedKey = signal<string | undefined>(undefined);
  /** The record that a person looks at, while it is listed or pinned. */
  readonly shown = computed(() => {
    const isShown = (record: TrafficRecord): boolean => keyOf(record) === this.#shownKey.value;
    return this.records.value.find(isShown) ?? this.pinned.value.find(isShown);
  });
  /** The pinned record that a person compares others with. */
  readonly compared = computed(() =>
    this.pinned.value.find((record) => keyOf(record) === this.#comparedKey.value),
  );
  /** Everything that is shown. */
  readonly signals = [
    this.records,
    this.isKnown,
    this.search,
    this.server,
    this.turn,
    this.servers,
    this.pinned,
    this.#messages,
    this.shown,
    this.compared,
  ] as const;

  constructor(private readonly send: (message: FromTraffic) => void) {}

  /** Shows only the traffic with a text. */
  searchFor(text: string): void {
    this.search.value = text;
    this.#request();
  }

  /** Shows only the traffic of a server, or that of all. */
  choose(server: string | undefined): void {
    this.server.value = server;
    this.#request();
  }

  /** Shows all requests of a turn, or again the list. */
  openTurn(turn: string | undefined): void {
    batch(() => {
      this.turn.value = turn;
      // The others come with the answer.
      this.records.value = this.records.peek().filter((record) => record.turn === turn);
    });
    this.#request();
  }

  /** Shows the messages of a record. */
  open(record: TrafficRecord): void {
    this.#shownKey.value = keyOf(record);
    this.read(record);
  }

  /** Shows a record of the list of all, whatever the list has now. */
  reveal(record: TrafficRecord): void {
    batch(() => {
      this.search.value = '';
      this.server.value = undefined;
      this.turn.value = undefined;
    });
    this.#request();
    this.open(record);
  }

  /** Requests the messages of a record for {@link messagesOf}. */
  read({ number, time, server }: TrafficRecord): void {
    this.send({ kind: 'messages', server: server.id, number, time });
  }

  /** The messages of a record; `null` if they were dropped, `undefined` until they come. */
  messagesOf(record: Key): TrafficMessages | null | undefined {
    return this.#messages.value.get(keyOf(record));
  }

  /** False if enough other records are pinned. */
  get canPin(): boolean {
    return this.pinned.value.length < most.pins;
  }

  isPinned(record: Key): boolean {
    return this.pinned.value.some((one) => keyOf(one) === keyOf(record));
  }

  /** Keeps a record with its messages at hand. */
  pin(record: TrafficRecord): void {
    if (this.isPinned(record) || !this.canPin) return;
    this.pinned.value = [...this.pinned.peek(), record];
    this.read(record);
  }

  unpin(record: Key): void {
    this.pinned.value = this.pinned.peek().filter((one) => keyOf(one) !== keyOf(record));
  }

  /** Pins what a page has stored of {@link pinned}, as far as it can be read. */
  restorePins(stored: unknown): void {
    const { data = [] } = z.array(trafficRecordSchema).safeParse(stored);
    for (const record of data) this.pin(record);
  }

  /** Compares others with a pinned record, or with none. */
  compareWith(record: Key | undefined): void {
    this.#comparedKey.value = record && keyOf(record);
  }

  /** Takes a message of the editor. */
  handle(message: ToTraffic): void {
    if (message.kind === 'traffic') return this.#add(message.records, message.all);
    const key = keyOf(message);
    const kept = new Map(this.#messages.peek());
    // Messages that the host has dropped since then are kept.
    const messages = message.messages ?? kept.get(key) ?? null;
    kept.delete(key);
    kept.set(key, messages);
    const needed = this.#needed();
    const others = [...kept.keys()].filter((one) => !needed.has(one));
    for (const old of others.slice(0, -most.others)) kept.delete(old);
    this.#messages.value = kept;
  }

  /** The keys of the records whose messages are shown or may be any time. */
  #needed(): ReadonlySet<string> {
    const shown = this.#shownKey.peek();
    return new Set([...this.pinned.peek().map(keyOf), ...(shown === undefined ? [] : [shown])]);
  }

  #request(): void {
    const server = this.server.peek();
    const turn = this.turn.peek();
    this.send(
      turn === undefined
        ? { kind: 'search', text: this.search.peek(), ...(server !== undefined && { server }) }
        : { kind: 'search', text: '', turn },
    );
  }

  #add(records: readonly TrafficRecord[], all: boolean): void {
    const names = new Map(this.servers.peek());
    for (const { server } of records) names.set(server.id, server.name);
    const current = new Map(records.map((record) => [keyOf(record), record]));
    batch(() => {
      this.records.value = withChanges(all ? [] : this.records.peek(), records).slice(-mostRecords);
      this.pinned.value = this.pinned.peek().map((pin) => current.get(keyOf(pin)) ?? pin);
      this.servers.value = names;
      this.isKnown.value = true;
    });
    // The response of what is looked at or pinned may have come.
    for (const key of this.#needed()) {
      const record = current.get(key);
      if (record) this.read(record);
    }
  }
}

/** Adds and replaces records. A change may bring one that is older than others, because a search has not had it. */
function withChanges(
  before: readonly TrafficRecord[],
  changes: readonly TrafficRecord[],
): TrafficRecord[] {
  const all = new Map(before.map((record) => [record.number, record]));
  for (const record of changes) all.set(record.number, record);
  return [...all.values()].toSorted((a, b) => a.number - b.number);
}

export function keyOf({ number, time }: Key): string {
  return `${number} ${time}`;
}
