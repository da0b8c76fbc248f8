import { effect, signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import { isObject } from '../../base/json';
import {
  fromOverviewSchema,
  overviewPartSchema,
  toOverviewSchema,
  type CallRow,
  type OverviewPart,
  type PageConfiguration,
  type PageCosts,
  type PageToolCost,
  type ServerRow,
  type ToOverview,
} from '../../ui/overviewPage/overviewMessages';
import { connectEditor } from '../shared/editorConnection';
import { TrafficState } from '../traffic/trafficState';

const editor = connectEditor(toOverviewSchema, fromOverviewSchema);
export const { send } = editor;

/** The calls that are shown; `failure` says why they could not be read. */
interface ShownCalls {
  readonly calls: readonly CallRow[];
  readonly isCut: boolean;
  readonly failure?: string | undefined;
}

const state = editor.stored.get();
const stored = isObject(state) ? state : {};
/** What VS Code had stored of the page. */
const before = {
  part: overviewPartSchema.safeParse(stored['part']).data ?? 'servers',
  callsOf: z.string().safeParse(stored['callsOf']).data,
  /** Without their messages, because those are the servers' data. */
  pinned: stored['pinned'],
};

export const part = signal<OverviewPart>(before.part);
export const servers = signal<readonly ServerRow[] | undefined>(undefined);
export const costs = signal<PageCosts | undefined>(undefined);
/** Servers whose tools are listed with their costs. */
export const openServers = signal<readonly string[]>([]);
/** By server id. */
export const toolCosts = signal<ReadonlyMap<string, readonly PageToolCost[]>>(new Map());
export const calls = signal<ShownCalls | undefined>(undefined);
/** The server whose calls are shown; absent: all. */
export const callsOf = signal<string | undefined>(before.callsOf);
export const traffic = new TrafficState(send);
export const configuration = signal<PageConfiguration | undefined>(undefined);

/** Everything that the page shows. */
export const allSignals = [
  part,
  servers,
  costs,
  openServers,
  toolCosts,
  calls,
  callsOf,
  configuration,
  ...traffic.signals,
] as const;

/** Shows another part. */
export function showPart(next: OverviewPart): void {
  part.value = next;
}

/** Shows the tools of a server in the list of costs, or hides them. */
export function openTools(server: string, isOpen: boolean): void {
  const others = openServers.peek().filter((one) => one !== server);
  openServers.value = isOpen ? [...others, server] : others;
}

/** Shows the calls of one server, or of all. */
export function showCallsOf(server: string | undefined): void {
  if (server === callsOf.peek()) return;
  callsOf.value = server;
  calls.value = undefined;
}

/** Begins to follow the editor. */
export function start(): void {
  editor.onMessage(handle);
  effect(() => {
    const now = { part: part.value, callsOf: callsOf.value, pinned: traffic.pinned.value };
    editor.stored.set(now satisfies typeof before);
  });
  send({ kind: 'ready' });
  traffic.restorePins(before.pinned);
  effect(() =>
    send({ kind: 'look', part: part.value, server: callsOf.value, open: [...openServers.value] }),
  );
}

function handle(message: ToOverview): void {
  switch (message.kind) {
    case 'servers':
      servers.value = message.servers;
      return;
    case 'costs':
      costs.value = message.costs;
      return;
    case 'tools':
      toolCosts.value = new Map(toolCosts.peek()).set(message.server, message.tools);
      return;
    case 'calls':
      calls.value = message;
      return;
    case 'configuration':
      configuration.value = message.configuration;
      return;
    case 'traffic':
    case 'messages':
      return traffic.handle(message);
    case 'show':
      part.value = message.part;
      if (message.part === 'calls') showCallsOf(message.server);
      return;
  }
}
