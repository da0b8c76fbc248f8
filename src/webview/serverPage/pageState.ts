import { batch, effect, signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import { isObject, type JsonObject } from '../../base/json';
import { withoutLikelySecrets } from '../../config/likelySecrets';
import {
  fromPageSchema,
  pagePartSchema,
  pageServerSchema,
  toPageSchema,
  type Checking,
  type Failure,
  type FromPage,
  type Happening,
  type LogLine,
  type PageCatalog,
  type PageFigures,
  type PagePart,
  type PageServer,
  type ReviewedTool,
  type SavedCall,
  type ToolRow,
  type ToPage,
} from '../../ui/serverPage/pageMessages';
import type { ServerTest, TestSubject } from '../../config/serverTests';
import type { ProcessUsage } from '../../ipc/processUsage';
import { mcpObjectSchema, type McpObject, type Tool } from '../../ipc/state';
import type { TrafficRecord } from '../../ipc/traffic';
import { type Unfinished, withoutSecrets } from '../../ui/serverPage/argumentForm';
import { t } from '../../ui/serverPage/pageTexts';
import { linkTarget } from '../../ui/serverPage/resultView';
import { connectEditor } from '../shared/editorConnection';
import { TrafficState } from '../traffic/trafficState';

const editor = connectEditor(toPageSchema, fromPageSchema);
export const { send } = editor;

/** Lines of the log, samples of its processes and runs that the page keeps; drafts and their characters in a reload. */
const most = { lines: 5_000, samples: 90, runs: 20, drafts: 20, draft: 20_000 };

/** One request that a person made on the page. */
export interface Run {
  readonly callId: string;
  readonly subject: TestSubject;
  /** Name of a tool or prompt, or URI of a resource. */
  readonly item: string;
  readonly arguments: McpObject;
  readonly progress?: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
    readonly task?: { readonly id: string; readonly status: string } | undefined;
  };
  readonly isTask?: boolean | undefined;
  /** Milliseconds; absent while it runs. */
  readonly took?: number;
  readonly result?: McpObject | undefined;
  /** Bytes of the whole result, of which this is the beginning. */
  readonly wholeSize?: number | undefined;
  /** True if the whole result has numbers of too many digits. */
  readonly isRounded?: boolean | undefined;
  readonly failure?: Failure | undefined;
  /** The traffic of the run that is still kept; absent until it was read. */
  readonly records?: readonly TrafficRecord[];
}

type Call = Pick<Run, 'item' | 'arguments'>;
/** A call that was made here, or that the traffic has. */
export type MadeCall = Call &
  Partial<Pick<Run, 'callId' | 'result' | 'wholeSize' | 'isRounded' | 'failure'>>;
type Answer = Extract<ToPage, { kind: 'answer' }>;
type AppRequest = Extract<FromPage, { kind: 'appRequest' }>;

/** The definition of the chosen tool. */
export interface ShownTool {
  readonly tool: Tool;
  readonly findings: readonly string[];
  readonly forModels: readonly string[];
}

/** How a person edits the arguments of an item. */
interface Editing {
  readonly isJson: boolean;
  /** JSON that cannot be read yet. */
  readonly text?: string | undefined;
}

export const server = signal<PageServer | undefined>(undefined);
export const goneText = signal<string | undefined>(undefined);
export const catalog = signal<PageCatalog | undefined>(undefined);
export const shownTool = signal<ShownTool | undefined>(undefined);
/** Tools to review. */
export const review = signal<readonly ReviewedTool[]>([]);
const logLines: LogLine[] = [];
/** The lines of the log, once they came. They are added in place, because a server may write thousands, one by one. */
export const log = signal<{ readonly lines: readonly LogLine[] } | undefined>(undefined);
/** What happened to the server, oldest first; `behind`: how far our clock is behind its own. */
export const happened = signal<
  { readonly happenings: readonly Happening[]; readonly behind: number } | undefined
>(undefined);
export const samples = signal<readonly ProcessUsage[]>([]);
/** `null` where none are kept. */
export const figures = signal<PageFigures | null | undefined>(undefined);
export const traffic = new TrafficState(send);
export const savedCalls = signal<readonly SavedCall[]>([]);
/** Newest first. */
export const runs = signal<readonly Run[]>([]);
export const checking = signal<Checking>({ isRunning: false });

const state = editor.stored.get();
const stored = isObject(state) ? state : {};
/** What VS Code had stored of the page. Arguments are stored without what a schema calls secret. */
const before = {
  id: z.string().safeParse(stored['id']).data,
  part: pagePartSchema.safeParse(stored['part']).data ?? 'overview',
  items: z.record(z.string(), z.string()).safeParse(stored['items']).data ?? {},
  drafts: z.record(z.string(), mcpObjectSchema).safeParse(stored['drafts']).data ?? {},
  /** Without their messages, because those are the server's data. */
  pinned: stored['pinned'],
};
export const part = signal<PagePart>(before.part);
/** The chosen item of each part. */
export const items = signal<Readonly<Record<string, string>>>(before.items);
/** Arguments as they were edited last, by part and item. */
export const drafts = signal<Readonly<Record<string, McpObject>>>(before.drafts);
/** How arguments are edited, by part and item. Not stored, because nothing tells what is secret in unreadable JSON. */
const edited = signal<Readonly<Record<string, Editing>>>({});
/** What is unfinished in forms, by part and item. Only the form shows it, which changes it. */
const unfinished = new Map<string, Unfinished>();
const storedDrafts = signal<Readonly<Record<string, McpObject>>>(before.drafts);

/** Everything that the page shows. */
export const allSignals = [
  server,
  goneText,
  catalog,
  shownTool,
  review,
  log,
  happened,
  samples,
  figures,
  ...traffic.signals,
  savedCalls,
  runs,
  checking,
  part,
  items,
  drafts,
  edited,
] as const;

/** Shows another part. */
export function showPart(next: PagePart): void {
  part.value = next;
}

/** Chooses an item of a part. */
export function choose(where: PagePart, item: string): void {
  batch(() => {
    items.value = { ...items.peek(), [where]: item };
    if (where === 'tools') openTool(item);
  });
}

/** The chosen tool. One that is not offered any more stays while it is shown, because its results do. */
export function chosenTool(): ToolRow | undefined {
  const name = items.value['tools'];
  const row = catalog.value?.tools.find((one) => one.name === name);
  if (row || name === undefined || shownTool.value?.tool.name !== name) return row;
  return { name, title: '', summary: '', note: t('notOffered'), isFlagged: false, hints: [] };
}

/** Shows a part with an item of it. */
export function showItem(where: PagePart, item: string): void {
  batch(() => {
    part.value = where;
    choose(where, item);
  });
}

/** Opens a link of a server: in the browser, or among the resources. */
export function openLink(address: string): void {
  if (linkTarget(address) === 'browser') send({ kind: 'open', url: address });
  else showItem('resources', address);
}

export function copy(text: string): void {
  send({ kind: 'copy', text });
}

function draftKey(item: string, where: PagePart = part.peek()): string {
  return `${where} ${item}`;
}

/**
 * Keeps the arguments that a person edits, in place of JSON that could not be read. They outlive a reload once their
 * schema is known, because it names secrets.
 */
export function edit(item: string, value: McpObject, schema?: unknown): void {
  const key = draftKey(item);
  const { isJson, text } = editingOf(item);
  if (text !== undefined) editAs(item, { isJson });
  drafts.value = { ...drafts.peek(), [key]: value };
  store(key, value, schema);
}

/** Puts arguments in place of all that a person edits, also of what cannot be read. */
export function replace(item: string, value: McpObject, schema?: unknown): void {
  unfinished.delete(draftKey(item));
  edit(item, value, schema);
}

/** Stores arguments without what is secret, as far as there is room; without a schema nothing. */
function store(key: string, value: McpObject, schema: unknown): void {
  const { [key]: _before, ...others } = storedDrafts.peek();
  const kept =
    schema === undefined
      ? undefined
      : (withoutLikelySecrets(withoutSecrets(schema, value as JsonObject)) as McpObject);
  const fits = kept !== undefined && JSON.stringify(kept).length <= most.draft;
  const drafted = Object.entries({ ...others, ...(fits && { [key]: kept }) });
  storedDrafts.value = Object.fromEntries(drafted.slice(-most.drafts));
}

/** The arguments of an item as they were edited last. */
export function draftOf(item: string): McpObject | undefined {
  return drafts.value[draftKey(item)];
}

/** How the arguments of an item are edited. */
export function editingOf(item: string): Editing {
  return edited.value[draftKey(item)] ?? { isJson: false };
}

/** Keeps how the arguments of an item are edited. */
export function editAs(item: string, how: Editing): void {
  edited.value = { ...edited.peek(), [draftKey(item)]: how };
}

/** What is unfinished in the form of an item. */
export function unfinishedOf(item: string): Unfinished {
  const key = draftKey(item);
  const own = unfinished.get(key) ?? { texts: new Map(), branches: new Map() };
  unfinished.set(key, own);
  return own;
}

/** Shows a tool with these arguments, to be tried. */
export function tryAgain(tool: string, args: McpObject): void {
  batch(() => {
    showItem('tools', tool);
    replace(tool, args);
  });
}

/** Calls a tool; a task goes on when the page is closed. */
export function call(tool: string, args: McpObject, isTask = false): void {
  const callId = begin('tool', tool, args, isTask);
  send({ kind: 'call', callId, tool, arguments: args, ...(isTask && { asTask: true }) });
}

/** True if a tool can be called as a task. */
export function runsAsTask({ execution }: Tool): boolean {
  const { tasks } = server.value ?? {};
  if (tasks !== 'byTool') return tasks === 'any';
  const support = isObject(execution) ? execution['taskSupport'] : undefined;
  return support === 'optional' || support === 'required';
}

/** Gets a prompt or reads a resource. */
export function read(
  method: 'prompts/get' | 'resources/read',
  item: string,
  args: McpObject,
): void {
  const params = method === 'prompts/get' ? { name: item, arguments: args } : { uri: item };
  const subject = method === 'prompts/get' ? 'prompt' : 'resource';
  const callId = begin(subject, item, args);
  send({ kind: 'read', callId, method, params });
}

/** Completions that were requested, by their id. */
const completing = new Map<string, (values: readonly string[]) => void>();

/** The completions of an argument of a prompt, empty where its server offers none. */
export function completionsOf(
  prompt: string,
  argument: string,
  value: string,
): Promise<readonly string[]> {
  const callId = crypto.randomUUID();
  const others = Object.entries(draftOf(prompt) ?? {}).filter(
    (entry): entry is [string, string] => entry[0] !== argument && typeof entry[1] === 'string',
  );
  const given = Object.fromEntries(others);
  send({ kind: 'complete', callId, prompt, argument, value, given });
  return new Promise((resolve) => completing.set(callId, resolve));
}

/** A call as a test has it: a tool, a prompt or a resource with its arguments. */
function testOf(subject: TestSubject, { item, arguments: args }: Call): ServerTest {
  return { [subject]: item, ...(Object.keys(args).length > 0 && { arguments: args }) };
}

/** Copies a call in a form that the person chooses. */
export function copyCall(subject: TestSubject, call: Call): void {
  send({ kind: 'copyCall', call: testOf(subject, call) });
}

/** The saved calls of an item, with their arguments. */
export function savedCallsOf(subject: TestSubject, item: string): readonly SavedCall[] {
  return savedCalls.value.filter(({ test }) => test[subject] === item);
}

/**
 * True if a test can expect the same of a call. One that never reached the server would pass for a call that the server
 * must refuse, and one with rounded numbers for a call with others.
 */
export function isTestable({ failure, isRounded }: MadeCall): boolean {
  return failure ? failure.isAnswer === true : isRounded !== true;
}

/** Saves a call as a test. Without a result it failed. */
export function saveTest(subject: TestSubject, call: MadeCall): void {
  const { callId, result, wholeSize } = call;
  const saved = wholeSize === undefined ? { result } : { callId };
  send({ kind: 'saveTest', test: testOf(subject, call), ...saved });
}

/** Saves the result of a call in a file. */
export function saveResult({ callId, item, result, wholeSize }: Run): void {
  send({ kind: 'saveResult', callId, name: item, ...(wholeSize === undefined && { result }) });
}

/** Shows a record in the list of all traffic. */
export function showInTraffic(record: TrafficRecord): void {
  batch(() => {
    showPart('traffic');
    traffic.reveal(record);
  });
}

/** Requests of the page itself that are open, by their id. */
const asked = new Map<string, (answer: Answer) => void>();

/** Sends a request for an app, until `signal`, and resolves to its result. Rejects with the sentence of a failure. */
export async function ask(
  request: Omit<AppRequest, 'callId'>,
  signal: AbortSignal,
): Promise<McpObject> {
  const callId = crypto.randomUUID();
  const answered = new Promise<Answer>((resolve) => asked.set(callId, resolve));
  const cancel = (): void => send({ kind: 'cancel', callId });
  send({ ...request, callId });
  signal.addEventListener('abort', cancel);
  const { result, failure } = await answered;
  signal.removeEventListener('abort', cancel);
  if (result) return result;
  throw new Error([failure?.text, failure?.next].filter(Boolean).join(' '));
}

/** The runs of an item, newest first. */
export function runsOf(subject: TestSubject, item: string): readonly Run[] {
  return runs.value.filter((run) => run.subject === subject && run.item === item);
}

/** The tools that run as tasks. */
export function runningItems(): readonly string[] {
  const running = runs.value.filter(({ isTask, took }) => isTask && took === undefined);
  return running.map(({ item }) => item);
}

/** Shows the server as the document has it, begins to follow the editor, and asks it for everything. */
export function start(first: unknown): void {
  server.value = pageServerSchema.safeParse(first).data;
  editor.onMessage(handle);
  effect(() => {
    const id = server.value?.id ?? before.id;
    const drafts = storedDrafts.value;
    const pinned = traffic.pinned.value;
    const now = { id, part: part.value, items: items.value, drafts, pinned };
    editor.stored.set(now satisfies typeof before);
  });
  effect(() => send({ kind: 'part', part: part.value }));
  send({ kind: 'ready' });
  traffic.restorePins(before.pinned);
  const tool = items.peek()['tools'];
  if (tool !== undefined) openTool(tool);
}

function begin(subject: TestSubject, item: string, args: McpObject, isTask = false): string {
  const callId = crypto.randomUUID();
  add({ callId, subject, item, arguments: args, isTask });
  return callId;
}

/** Adds a run. The oldest that have ended make room. */
function add(run: Run): void {
  const all = [run, ...runs.peek()];
  runs.value = all.filter(({ took }, at) => at < most.runs || took === undefined);
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
    case 'tool': {
      shownTool.value = message;
      // Arguments of a call that is tried again came without a schema.
      const { name, inputSchema } = message.tool;
      const key = draftKey(name, 'tools');
      const draft = drafts.peek()[key];
      if (draft) store(key, draft, inputSchema ?? {});
      return;
    }
    case 'review': {
      const shown = new Map(message.keeps ? review.peek().map((tool) => [tool.name, tool]) : []);
      review.value = message.tools.map((tool) => shown.get(tool.name) ?? tool);
      return;
    }
    case 'log':
      if (message.all) logLines.length = 0;
      logLines.push(...message.lines.slice(-most.lines));
      if (logLines.length > most.lines + 1_000) logLines.splice(0, logLines.length - most.lines);
      log.value = { lines: logLines };
      return;
    case 'happened': {
      const { happenings, now } = message;
      happened.value = { happenings, behind: now - Date.now() };
      return;
    }
    case 'traffic':
    case 'messages':
      return traffic.handle(message);
    case 'callRecords':
      return update(message.callId, { records: message.records });
    case 'completions':
      completing.get(message.callId)?.(message.values);
      completing.delete(message.callId);
      return;
    case 'saved':
      savedCalls.value = message.calls;
      return;
    case 'figures':
      figures.value = message.figures;
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
    case 'task': {
      const { callId, tool, arguments: args } = message;
      const isKnown = runs.peek().some((run) => run.callId === callId);
      if (!isKnown) add({ callId, subject: 'tool', item: tool, arguments: args, isTask: true });
      return;
    }
    case 'answer': {
      const { kind: _kind, callId, ...answer } = message;
      const resolve = asked.get(callId);
      if (!resolve) return update(callId, answer);
      asked.delete(callId);
      return resolve(message);
    }
    case 'checking':
      checking.value = message;
      return;
    case 'show':
      if (message.item === undefined) showPart(message.part);
      else showItem(message.part, message.item);
  }
}

function update(callId: string, change: Partial<Run>): void {
  runs.value = runs.peek().map((run) => (run.callId === callId ? { ...run, ...change } : run));
}
