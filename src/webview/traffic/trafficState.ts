import { batch, signal } from '@preact/signals-core';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';
import { mostRecords, type FromTraffic, type ToTraffic } from '../../ui/traffic/trafficMessages';

/** A record with its messages. */
export interface ComparedRecord {
  readonly number: number;
  readonly title: string;
  readonly messages: TrafficMessages;
}

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
  /** The record that a person looks at; without messages until they come, and if they were dropped. */
  readonly shown = signal<
    { readonly number: number; readonly messages?: TrafficMessages | undefined } | undefined
  >(undefined);
  /** The record that a person compares others with. */
  readonly compared = signal<ComparedRecord | undefined>(undefined);
  /** Everything that is shown. */
  readonly signals = [
    this.records,
    this.isKnown,
    this.search,
    this.server,
    this.turn,
    this.servers,
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
  open({ number, server }: TrafficRecord): void {
    this.shown.value = { number };
    this.send({ kind: 'messages', server: server.id, number });
  }

  /** Takes a message of the editor. */
  handle(message: ToTraffic): void {
    if (message.kind === 'traffic') this.#add(message.records, message.all);
    else if (this.shown.peek()?.number === message.number) this.shown.value = message;
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
    batch(() => {
      this.records.value = withChanges(all ? [] : this.records.peek(), records).slice(-mostRecords);
      this.servers.value = names;
      this.isKnown.value = true;
    });
    // The response of what is looked at may have come.
    const number = this.shown.peek()?.number;
    const shown = records.find((record) => record.number === number);
    if (shown) this.send({ kind: 'messages', server: shown.server.id, number: shown.number });
  }
}

function withChanges(
  before: readonly TrafficRecord[],
  changes: readonly TrafficRecord[],
): TrafficRecord[] {
  const all = new Map(before.map((record) => [record.number, record]));
  for (const record of changes) all.set(record.number, record);
  return [...all.values()];
}
