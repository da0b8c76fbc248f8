import { batch, computed, effect, signal } from '@preact/signals-core';
import { isObject } from '../../base/json';
import {
  pagePartSchema,
  type Failure,
  type LogLine,
  type PageCatalog,
  type PagePart,
  type PageServer,
  type Sample,
  type ToPage,
} from '../../ui/serverPage/pageMessages';
import type { McpObject, Tool } from '../../ipc/state';
import { onMessage, send, stored } from './editor';

/** Lines of the log, and samples of its processes, that the page keeps. */
const most = { lines: 5_000, samples: 90, runs: 20 };

/** One request that a person made on the page. */
export interface Run {
  readonly callId: string;
  /** Name of a tool or prompt, or URI of a resource. */
  readonly item: string;
  readonly arguments: McpObject;
  readonly progress?: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  };
  /** Milliseconds; absent while it runs. */
  readonly took?: number;
  readonly result?: McpObject | undefined;
  readonly failure?: Failure | undefined;
}

/** The definition of the chosen tool. */
export interface ShownTool {
  readonly tool: Tool;
  readonly findings: readonly string[];
  readonly forModels: readonly string[];
}

/** What VS Code stores of a page. Arguments are stored without what a schema calls secret. */
interface Stored {
  readonly id?: string;
  readonly part?: PagePart;
  readonly items?: Readonly<Record<string, string>>;
}

export const server = signal<PageServer | undefined>(undefined);
export const goneText = signal<string | undefined>(undefined);
export const catalog = signal<PageCatalog | undefined>(undefined);
export const shownTool = signal<ShownTool | undefined>(undefined);
export const log = signal<readonly LogLine[]>([]);
export const samples = signal<readonly Sample[]>([]);
/** Newest first. */
export const runs = signal<readonly Run[]>([]);
export const checking = signal<{
  readonly isRunning: boolean;
  readonly failure?: Failure | undefined;
}>({
  isRunning: false,
});

const before = readStored(stored.get());
export const part = signal<PagePart>(before.part ?? 'overview');
/** The chosen item of each part. */
export const items = signal<Readonly<Record<string, string>>>(before.items ?? {});
/** Arguments as they were edited last, by part and item. */
export const drafts = signal<Readonly<Record<string, McpObject>>>({});

/** Everything that the page shows. */
export const allSignals = [
  server,
  goneText,
  catalog,
  shownTool,
  log,
  samples,
  runs,
  checking,
  part,
  items,
  drafts,
] as const;

/** Shows another part. */
export function showPart(next: PagePart): void {
  part.value = next;
}

/** Chooses an item of a part. */
export function choose(where: PagePart, item: string): void {
  items.value = { ...items.peek(), [where]: item };
  if (where === 'tools') openTool(item);
}

/** Stores the arguments that a person edits. */
export function edit(item: string, value: McpObject): void {
  drafts.value = { ...drafts.peek(), [`${part.peek()} ${item}`]: value };
}

/** The arguments of an item as they were edited last. */
export function draftOf(item: string): McpObject | undefined {
  return drafts.value[`${part.value} ${item}`];
}

/** Calls a tool. */
export function call(tool: string, args: McpObject): void {
  const callId = begin(tool, args);
  send({ kind: 'call', callId, tool, arguments: args });
}

/** Gets a prompt or reads a resource. */
export function read(
  method: 'prompts/get' | 'resources/read',
  item: string,
  args: McpObject,
): void {
  const params = method === 'prompts/get' ? { name: item, arguments: args } : { uri: item };
  const callId = begin(item, args);
  send({ kind: 'read', callId, method, params });
}

/** The runs of an item, newest first. */
export function runsOf(item: string): readonly Run[] {
  return runs.value.filter((run) => run.item === item);
}

/** Begins to follow the editor, and asks it for everything. */
export function start(): void {
  onMessage(handle);
  effect(() => {
    const id = server.value?.id ?? before.id;
    stored.set({ id, part: part.value, items: items.value } satisfies Partial<Stored>);
  });
  effect(() => send({ kind: 'part', part: part.value }));
  send({ kind: 'ready' });
  const tool = items.peek()['tools'];
  if (tool !== undefined) openTool(tool);
}

/** The length of each list, as far as it is known. */
export const counts = computed(() => {
  const known = catalog.value;
  if (!known) return {};
  return {
    tools: known.tools.length,
    prompts: known.prompts.length,
    resources: known.resources.length + known.resourceTemplates.length,
  };
});

function begin(item: string, args: McpObject): string {
  const callId = crypto.randomUUID();
  const run: Run = { callId, item, arguments: args };
  runs.value = [run, ...runs.peek()].slice(0, most.runs);
  return callId;
}

function openTool(name: string): void {
  if (shownTool.peek()?.tool.name !== name) shownTool.value = undefined;
  send({ kind: 'tool', name });
}

function handle(message: ToPage): void {
  switch (message.kind) {
    case 'server':
      server.value = message.server;
      goneText.value = undefined;
      return;
    case 'gone':
      goneText.value = message.text;
      return;
    case 'catalog': {
      catalog.value = message.catalog;
      const tool = items.peek()['tools'];
      if (tool !== undefined) send({ kind: 'tool', name: tool });
      return;
    }
    case 'tool':
      shownTool.value = message;
      return;
    case 'log':
      log.value = [...(message.all ? [] : log.peek()), ...message.lines].slice(-most.lines);
      return;
    case 'usage':
      samples.value = message.sample
        ? [...samples.peek(), message.sample].slice(-most.samples)
        : [];
      return;
    case 'progress': {
      const { callId, ...progress } = message;
      return update(callId, { progress });
    }
    case 'answer': {
      const { took, result, failure } = message;
      return update(message.callId, { took, result, failure });
    }
    case 'checking':
      checking.value = message;
      return;
    case 'show':
      batch(() => {
        part.value = message.part;
        if (message.item !== undefined) choose(message.part, message.item);
      });
  }
}

function update(callId: string, change: Partial<Run>): void {
  runs.value = runs.peek().map((run) => (run.callId === callId ? { ...run, ...change } : run));
}

function readStored(state: unknown): Stored {
  if (!isObject(state)) return {};
  const { id, part, items } = state;
  const known = pagePartSchema.safeParse(part);
  const texts = isObject(items)
    ? Object.entries(items).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
    : [];
  return {
    ...(typeof id === 'string' && { id }),
    ...(known.success && { part: known.data }),
    items: Object.fromEntries(texts),
  };
}
